"""From English words back to verbs with what stands behind them."""

from collections.abc import Iterator

from english_korean.language.english.verbs import PHASES, WEATHER
from english_korean.language.lexicon import LEXICON
from english_korean.language.reading.auxiliaries import Group
from english_korean.language.reading.complements import ComplementReader
from english_korean.language.reading.reader import Fill, Read
from english_korean.language.senses import (
    ANIMATE,
    PERSONAL,
    PURPOSED,
    SEPARABLE,
    kind_of,
)
from english_korean.language.syntax import Clause, NounPhrase, Quality, replace

PREFERRED = ("named", "ditransitive", "told", "bare", "result", "infinitive", "gerund", "embedded",
             "that", "linking", "location", "motion", "transitive", "intransitive")  # fmt: skip
"""The frames of a verb in the order in which they are tried."""
FINITE = ("base", "third", "past")


def _verbs_by_first_word() -> dict[str, list[tuple[str, str, tuple[str, ...]]]]:
    """The inflected word -> frame, verb, and the words behind the inflected one."""
    found: dict[str, list[tuple[str, str, tuple[str, ...]]]] = {}
    for frame, verbs in LEXICON.frames.items():
        for verb in sorted(verbs, key=lambda each: -len(each.split())):
            first, *rest = verb.split()
            found.setdefault(first, []).append((frame, verb, tuple(rest)))
    rank = {frame: place for place, frame in enumerate(PREFERRED)}
    return {
        first: sorted(entries, key=lambda each: (-len(each[2]), rank[each[0]]))
        for first, entries in found.items()
    }


VERBS = _verbs_by_first_word()


class VerbReader(ComplementReader):
    """Reads verbs with their objects, recipients and inner clauses."""

    def mains(
        self, group: Group, subject: NounPhrase | None, start: int, fill: Fill | None
    ) -> Read[Clause]:
        """The verb or what stands behind be, with all that belongs to it.

        Args:
            group: what the auxiliaries say.
            subject: None is the weather's.
        """
        base = Clause("verb", subject, adverbials=group.middle, **group.fields)
        if subject is None:
            yield from self._weather(base, group.wants, start)
        elif group.wants == "complement":
            yield from self.complements(base, start, fill)
        elif group.wants == "got":
            has = replace(base, word="have got", frame="transitive")
            yield from self._arguments(has, start, fill)
        elif group.wants != "finite" or self.at(start) != "be":
            yield from self._verbs(base, group.wants, start, fill)

    def infinitives(self, start: int, form: str, fill: Fill | None = None) -> Read[Clause]:
        base = Clause("verb", None)
        yield from self._verbs(base, form, start, fill)
        if self.at(start) == ("being" if form == "ing" else "be"):
            yield from self.complements(base, start + 1, fill)

    def _weather(self, base: Clause, wants: str, start: int) -> Read[Clause]:
        if wants in ("complement", "got") or base.passive:
            return
        if not base.frame:
            yield from self._phases(base, wants, start)
        for word, (past, doing) in WEATHER.items():
            forms = {"base": (word,), "ing": (doing,), "participle": (past,),
                     "finite": (f"{word}s", past)}  # fmt: skip
            if self.at(start) in forms[wants]:
                is_past = wants == "finite" and self.at(start) == past
                tense = "past" if is_past else base.tense
                clause = replace(base, kind="weather", word=word, tense=tense)
                yield from self.trailing(clause, start + 1, None)

    def _phases(self, base: Clause, wants: str, start: int) -> Read[Clause]:
        """It starts to rain, it stopped raining."""
        for first, form in LEXICON.verb_forms.get(self.at(start), ()):
            if form not in (FINITE if wants == "finite" else (wants,)):
                continue
            tense = "past" if wants == "finite" and form == "past" else base.tense
            for phase, (verb, asks, after) in PHASES.items():
                stop = self.has(start + 1, after) if after else start + 1
                if verb == first and stop:
                    begun = replace(base, frame=phase, tense=tense)
                    yield from self._weather(begun, asks, stop)

    def _verbs(self, base: Clause, wants: str, start: int, fill: Fill | None) -> Read[Clause]:
        for first, form in LEXICON.verb_forms.get(self.at(start), ()):
            if form not in (FINITE if wants == "finite" else (wants,)):
                continue
            tense = "past" if wants == "finite" and form == "past" else base.tense
            for frame, verb, rest in VERBS.get(first, ()):
                stop = start + 1 + len(rest)
                is_whole = self.stands(start + 1, rest)
                if not is_whole and (verb not in SEPARABLE or frame != "transitive"):
                    continue
                clause = replace(base, word=verb, frame=frame, tense=tense, split=not is_whole)
                if not is_whole:
                    yield from self._split(clause, start + 1, rest)
                    continue
                if rest:
                    self.at(stop)
                yield from self._arguments(clause, stop, fill)

    def _split(self, clause: Clause, start: int, rest: tuple[str, ...]) -> Read[Clause]:
        """Turn the light on."""
        for thing, stop in self.phrases(start):
            if self.stands(stop, rest):
                yield from self.trailing(replace(clause, object=thing), stop + len(rest), None)

    def _arguments(self, clause: Clause, start: int, fill: Fill | None) -> Read[Clause]:
        """What the verb's frame asks for."""
        if clause.passive:
            yield from self._of_passive(clause, start, fill)
        elif clause.frame in ("intransitive", "motion", "location"):
            yield from self.trailing(clause, start, fill)
        elif clause.frame in ("transitive", "ditransitive", "named"):
            yield from self._with_things(clause, start, fill)
        elif clause.frame == "linking":
            yield from self._linking(clause, start, fill)
        else:
            yield from self._with_inner(clause, start, fill)

    def _of_passive(self, clause: Clause, start: int, fill: Fill | None) -> Read[Clause]:
        """Was opened; was called Max."""
        if clause.frame == "transitive":
            yield from self.trailing(clause, start, fill)
        elif clause.frame == "named":
            yield from self._named(clause, start)

    def _with_things(self, clause: Clause, start: int, fill: Fill | None) -> Read[Clause]:
        """Opens the door; gives him a book; calls him Max."""
        if clause.frame == "transitive":
            for each, stop, left in self._with_object(clause, start, fill):
                yield from self.trailing(each, stop, left)
        elif clause.frame == "ditransitive":
            yield from self._transferring(clause, start, fill)
        else:
            for person, stop in self.phrases(start):
                yield from self._named(replace(clause, recipient=person), stop)

    def _with_inner(self, clause: Clause, start: int, fill: Fill | None) -> Read[Clause]:
        """Likes swimming, says that it rains, knows where he is, makes him go."""
        if clause.frame in ("infinitive", "gerund"):
            yield from self._with_infinitive(clause, start, fill)
        elif clause.frame == "that":
            yield from self._saying(clause, start)
        elif clause.frame == "embedded":
            yield from self._embedded(clause, start)
        elif clause.frame in ("told", "bare", "result"):
            yield from self._told(clause, start)

    def _saying(self, clause: Clause, start: int) -> Read[Clause]:
        """Says that it rains, tells him that it rains."""
        if clause.word == "tell" and clause.recipient is None:
            for person, stop in self._recipients(start):
                yield from self._arguments(replace(clause, recipient=person), stop, None)
            return
        stop = start + (self.at(start) == "that")
        for inner, last in self.clauses(stop):
            yield replace(clause, complement=inner, that=stop > start), last

    def _linking(self, clause: Clause, start: int, fill: Fill | None) -> Read[Clause]:
        """Looks happy; how do you feel."""
        if clause.word == "feel" and fill is not None and fill.slot == "adverbial":
            if fill.value.word == "how":
                yield from self.trailing(replace(clause, quality=Quality("how")), start, None)
            return
        for quality, stop in self.predicative(start):
            yield from self.trailing(replace(clause, quality=quality), stop, fill)

    def _named(self, clause: Clause, start: int) -> Read[Clause]:
        """Max, of "we call him Max"."""
        for thing, stop in self.single(start):
            is_bare = thing == NounPhrase(thing.head, thing.kind)
            if is_bare and (thing.kind == "unknown" or kind_of(thing) == "name"):
                yield from self.trailing(replace(clause, object=thing), stop, None)

    def _with_object(
        self, clause: Clause, start: int, fill: Fill | None
    ) -> Iterator[tuple[Clause, int, Fill | None]]:
        """With what is asked for as the object, so that nothing is left to fill; with another."""
        if fill is not None and fill.slot == "object":
            yield replace(clause, object=fill.value), start, None
        for thing, stop in self.objects(start):
            if thing.kind != "clock":  # we met two years ago
                yield replace(clause, object=thing), stop, fill

    def _transferring(self, clause: Clause, start: int, fill: Fill | None) -> Read[Clause]:
        """Give a book to him, give him a book."""
        preposition = LEXICON.frames["ditransitive"][clause.word][0].preposition
        for each, stop, left in self._with_object(clause, start, fill):
            if self.at(stop) == preposition:
                for person, last in self._recipients(stop + 1):
                    yield from self.trailing(replace(each, recipient=person), last, left)
        for person, stop in self._recipients(start):
            given = replace(clause, recipient=person, recipient_first=True)
            for each, last, left in self._with_object(given, stop, fill):
                yield from self.trailing(each, last, left)

    def _recipients(self, start: int) -> Read[NounPhrase]:
        return (found for found in self.phrases(start) if can_receive(found[0]))

    def _with_infinitive(self, clause: Clause, start: int, fill: Fill | None) -> Read[Clause]:
        """Likes swimming, likes to swim."""
        if clause.frame == "gerund":
            for inner, stop in self.infinitives(start, "ing", fill):
                yield replace(clause, complement=inner), stop
        elif self.at(start) == "to":
            for inner, stop in self.infinitives(start + 1, "base", fill):
                yield replace(clause, complement=inner), stop

    def _embedded(self, clause: Clause, start: int) -> Read[Clause]:
        """I know where he lives, what to do, if he comes; ask him where he lives."""
        if self.at(start) in ("if", "whether"):
            for inner, stop in self.clauses(start + 1):
                yield replace(clause, whether=self.at(start), complement=inner), stop
        for inner, stop in self._embedded_questions(start):
            yield replace(clause, complement=inner), stop
        if clause.word in ("ask", "tell", "show", "teach") and clause.recipient is None:
            for person, stop in self._recipients(start):
                yield from self._embedded(replace(clause, recipient=person), stop)

    def _embedded_questions(self, start: int) -> Read[Clause]:
        for fill, stop in self.asked(start):
            if self.at(stop) == "to" and fill.slot != "quality":
                yield from self.infinitives(stop + 1, "base", fill)
            yield from self.from_subject(stop, fill)
            if fill.slot == "object":
                yield from self.predicates(fill.value, stop)

    def _told(self, clause: Clause, start: int) -> Read[Clause]:
        """Tell him to go, make him go, make him happy."""
        for person, stop in self.phrases(start):
            if person.head in PURPOSED and clause.frame == "told":
                continue  # something to eat
            given = replace(clause, recipient=person)
            if clause.frame == "result":
                for quality, last in self.predicative(stop):
                    yield from self.trailing(replace(given, quality=quality), last, None)
            elif clause.frame == "bare" or self.at(stop) == "to":
                for inner, last in self.infinitives(stop + (clause.frame == "told"), "base"):
                    yield replace(given, complement=inner), last


def can_receive(phrase: NounPhrase) -> bool:
    """Whether one can give it something: people, animals and unknown words."""
    if phrase.kind == "noun":
        return kind_of(phrase) in ANIMATE
    if phrase.kind == "pronoun":
        return phrase.head in PERSONAL
    return phrase.kind not in ("clock", "year")
