"""From English words back to clauses with their subject, and to noun phrases with a clause."""

from collections.abc import Iterator

from english_korean.language.lexicon import LEXICON
from english_korean.language.reading.adverbials import ADVERBS
from english_korean.language.reading.prepositions import belongs_to
from english_korean.language.reading.reader import Fill, Read
from english_korean.language.reading.verbs import VerbReader
from english_korean.language.senses import PURPOSED, kind_of
from english_korean.language.syntax import Adverbial, Clause, NounPhrase, replace

FIRST_KINDS = frozenset({"before doing", "after doing", "time", "sentence", "frequency", "place",
                         "here", "ago", "clock", "during", "duration"})  # fmt: skip
"""Kinds of adverbials that can stand before the subject."""
EVERYBODY = ("everyone", "everybody", "nobody", "someone", "somebody")
ALL, EVERYTHING = NounPhrase("all", "pronoun"), NounPhrase("everything", "pronoun")
OPENING = ("key", "answer", "entrance")
"""What is to something else: it belongs to it."""
LEADING = ("way", "trip", "flight", "road")
RIDDEN = ("bus", "train")
"""What leads somewhere: the way to the station."""
TOLD = frozenset({"reading", "text", "show", "sound"})
"""What is about something: a book about space."""


class ClauseReader(VerbReader):
    """Reads clauses with their subject first."""

    def clauses(self, start: int) -> list[tuple[Clause, int]]:
        return self.once(("clauses", start), lambda: self._clauses(start))

    def _clauses(self, start: int) -> Read[Clause]:
        for first, after in self._openers(start):
            for clause, stop in self.from_subject(after, None):
                yield replace(clause, adverbials=(*first, *clause.adverbials)), stop

    def _openers(self, start: int) -> list[tuple[tuple[Adverbial, ...], int]]:
        """Without an adverbial before the subject, and with one."""
        found: list[tuple[tuple[Adverbial, ...], int]] = [((), start)]
        for text, stop in self.longest(start, ADVERBS):
            if LEXICON.adverbs[text].kind == "sentence":
                found.append(((Adverbial("sentence", text, at="first"),), stop))
        for each, stop in self.adverbials(start):
            if each.kind in FIRST_KINDS:
                found.append(((replace(each, at="first"),), stop))
        return found

    def from_subject(self, start: int, fill: Fill | None) -> Read[Clause]:
        if self.at(start) == "there":
            for group, after in self.groups(start + 1):
                if group.wants == "complement":
                    yield from self.existing(group, after, fill)
        if self.at(start) == "it":
            yield from self.predicates(None, start + 1, fill)
        for subject, after in self.subjects(start):
            yield from self.predicates(subject, after, fill)

    def predicates(
        self, subject: NounPhrase | None, start: int, fill: Fill | None = None
    ) -> list[tuple[Clause, int]]:
        key = ("predicates", subject, start, fill)
        return self.once(key, lambda: self._predicates(subject, start, fill))

    def _predicates(
        self, subject: NounPhrase | None, start: int, fill: Fill | None
    ) -> Read[Clause]:
        for group, after in self.groups(start):
            yield from self.mains(group, subject, after, fill)

    # Noun phrases with a clause

    def subjects(self, start: int) -> list[tuple[NounPhrase, int]]:
        """Noun phrases before a verb, with their relative clauses and places; doing something."""
        return self.once(("subjects", start), lambda: self._subjects(start))

    def objects(self, start: int) -> list[tuple[NounPhrase, int]]:
        return self.once(("objects", start), lambda: self._with_clauses(start, subject=False))

    def _subjects(self, start: int) -> Read[NounPhrase]:
        for clause, stop in self.infinitives(start, "ing"):
            yield NounPhrase("doing", "doing", relative=clause), stop
        yield from self._with_clauses(start, subject=True)

    def _with_clauses(self, start: int, *, subject: bool) -> Read[NounPhrase]:
        if self.at(start) == "all":
            yield from self._all_that(start + 1)
        for phrase, stop in self.phrases(start, subject=subject):
            yield from self._leading(phrase, stop, subject=subject)
            yield from self._alone_or_purposed(phrase, stop, subject=subject)
            yield from self._in_company(phrase, stop, subject=subject)
            can_have = phrase.kind in ("noun", "unknown") or phrase == EVERYTHING
            can_have = can_have and phrase.other is None
            if not can_have or phrase.behind:
                continue
            yield from self.with_relative(phrase, stop)
            if subject and not (phrase.kind == "noun" and LEXICON.nouns[phrase.head].is_name):
                yield from self._with_place(phrase, stop)

    def _all_that(self, start: int) -> Read[NounPhrase]:
        """All that I have, all you need."""
        for phrase, stop in self.with_relative(ALL, start):
            if phrase.pronoun in ("", "that"):
                yield phrase, stop

    def _leading(self, phrase: NounPhrase, start: int, *, subject: bool) -> Read[NounPhrase]:
        """The way to the station, the key to the door."""
        if phrase.head in OPENING and phrase.kind == "noun" and self.at(start) == "to":
            for thing, stop in self.single(start + 1):
                if thing.kind in ("noun", "unknown"):
                    yield replace(phrase, place=Adverbial("belonging", "to", thing)), stop
        if phrase.head in LEADING + subject * RIDDEN and self.at(start) == "to":
            for place, stop in self.single(start + 1):
                if kind_of(place) in ("place", "placename"):
                    yield replace(phrase, place=Adverbial("way", "to", place)), stop

    def _alone_or_purposed(
        self, phrase: NounPhrase, start: int, *, subject: bool
    ) -> Read[NounPhrase]:
        """Something to eat, a ticket for the concert, a book about space; else the noun alone."""
        is_purposed = phrase.head in PURPOSED and self.at(start) == "to"
        purposed = list(self._purposed(phrase, start)) if is_purposed else []
        if phrase.head == "ticket" and self.at(start) == "for":
            yield from self._with_own(phrase, start)
        yield from purposed
        if not subject and self.at(start) == "about" and kind_of(phrase) in TOLD:
            yield from self._with_place(phrase, start)  # a book about space
        if not (purposed or self._is_among(phrase, start)) or phrase.head == "time":
            yield phrase, start  # it takes time to learn: that is what it takes

    def _in_company(self, phrase: NounPhrase, start: int, *, subject: bool) -> Read[NounPhrase]:
        """A house with a garden, the tallest boy in the class, everybody in the room."""
        is_one = phrase.kind == "noun" and phrase.other is None
        if self._is_among(phrase, start):
            yield from self._among(phrase, start)
        elif not subject and is_one:
            yield from self._with_own(phrase, start)
        if subject and phrase.head in EVERYBODY:
            yield from self._with_place(phrase, start)

    def _is_among(self, phrase: NounPhrase, start: int) -> bool:
        return _is_best(phrase) and self.at(start) == "in"

    def _purposed(self, phrase: NounPhrase, start: int) -> Read[NounPhrase]:
        """Something to eat; time to go."""
        gap = Fill("object", NounPhrase("gap", "gap"))
        is_thing = phrase.head in ("something", "nothing", "anything")
        for fill in (gap, None) if is_thing else (None, gap):
            for inner, stop in self.infinitives(start + 1, "base", fill):
                yield replace(phrase, relative=inner, pronoun="to"), stop

    def _among(self, phrase: NounPhrase, start: int) -> Read[NounPhrase]:
        """The tallest boy in the class: one phrase."""
        for place, stop in self.prepositional(start):
            if place.kind == "place":
                yield replace(phrase, place=replace(place, kind="among")), stop

    def _with_place(self, phrase: NounPhrase, start: int) -> Read[NounPhrase]:
        """The book on the desk, the girl with long hair."""
        for place, stop in self.prepositional(start):
            if place.kind in ("place", "about", "tool"):
                yield replace(phrase, place=place), stop

    def _with_own(self, phrase: NounPhrase, start: int) -> Read[NounPhrase]:
        """A house with a garden, friends from Canada, a present for you."""
        if (
            self.at(start) not in ("with", "from", "for", "in", "at")
            or LEXICON.nouns[phrase.head].is_name
        ):
            return
        for each, stop in self.prepositional(start):
            if belongs_to(phrase, each):
                yield replace(phrase, place=each), stop

    def with_relative(self, phrase: NounPhrase, start: int) -> Read[NounPhrase]:
        for pronoun, clause, stop in self._relatives(phrase, start):
            yield replace(phrase, relative=clause, pronoun=pronoun), stop

    def _relatives(self, phrase: NounPhrase, start: int) -> Iterator[tuple[str, Clause, int]]:
        """Who lives here; that I bought; I bought."""
        gap = NounPhrase("gap", "gap", plural=phrase.plural)
        pronoun = self.at(start) if self.at(start) in ("who", "that", "which") else ""
        if pronoun:
            for clause, stop in self.predicates(gap, start + 1):
                yield pronoun, clause, stop
        for clause, stop in self.from_subject(start + bool(pronoun), Fill("object", gap, phrase)):
            if clause.kind != "noun":
                yield pronoun, clause, stop


def _is_best(phrase: NounPhrase) -> bool:
    return phrase.quality is not None and phrase.quality.degree == "most"
