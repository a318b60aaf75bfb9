"""From English words back to what stands behind be: an adjective, a noun, a place."""

from typing import Literal

from english_korean.language.lexicon import LEXICON
from english_korean.language.reading.auxiliaries import AuxiliaryReader, Group
from english_korean.language.reading.reader import Fill, Read, by_first_word
from english_korean.language.senses import ANIMATE, PURSUED, dated, is_person, kind_of
from english_korean.language.syntax import Clause, NounPhrase, Quality, replace

WITH_PREPOSITION = by_first_word(LEXICON.adjectives_with)
"""Adjectives with their preposition, and a few that take none: good at, afraid of, born."""
JOINTS: tuple[Literal["and", "but", "or"], ...] = ("and", "but", "or")
DEGREES_BEFORE = by_first_word(("very", "so", "too", "really"))
MINDED = frozenset({"sure", "certain", "glad", "happy", "sad", "sorry", "afraid"})
"""Adjectives with a clause behind them: I am sure that he will come."""
SHADES = ("dark", "light", "bright")
SAID_OF = ("benefit", "about")
"""Kinds of adverbials of what something is for or about."""
PLACES = frozenset({"place", "here", "source", "asked where", "companion", *SAID_OF})
"""Kinds of adverbials of which one can be."""
IT = NounPhrase("it", "pronoun")
GAP = Fill("object", NounPhrase("gap", "gap"))
"""Too heavy to carry: it is what is carried."""


class ComplementReader(AuxiliaryReader):
    """Reads complements of be."""

    def complements(self, base: Clause, start: int, fill: Fill | None) -> Read[Clause]:
        """Everything that can stand behind be.

        Args:
            base: the clause so far: its subject and what the auxiliaries say.
        """
        if fill is not None and fill.slot == "quality":
            clause = replace(base, kind="adjective", quality=fill.value)
            yield from self.trailing(clause, start, None)
            return
        yield from self._asked_complements(base, start, fill)
        yield from self._with_preposition(base, start, fill)
        yield from self._adjective_complements(base, start, fill)
        yield from self._noun_complements(base, start, fill)
        yield from self._places(base, start, fill)

    def existing(self, group: Group, start: int, fill: Fill | None) -> Read[Clause]:
        """What there is."""
        base = Clause("there", None, adverbials=group.middle, **group.fields)
        if fill is not None and fill.slot == "object":
            yield from self.trailing(replace(base, object=fill.value), start, None)
        for thing, stop in self.objects(start):
            yield from self.trailing(replace(base, object=thing), stop, fill)

    def predicative(self, start: int) -> Read[Quality]:
        """An adjective that is said of something: very tall, taller than Tom, the tallest."""
        if self.at(start) == "the":
            for quality, stop in self.adjectives(start + 1):
                if quality.degree == "most":
                    yield quality, stop
        if self.at(start) == "as":
            for quality, stop in self.adjectives(start + 1):
                if self.at(stop) == "as" and not quality.degree:
                    for than, last in self.single(stop + 1):
                        yield Quality(quality.word, "as", than), last
        for said, stop in self.qualities(start):
            if said is not None and said.degree != "most" and said.word not in LEXICON.ordinals:
                yield from self._with_more_said(said, stop)

    def _with_more_said(self, quality: Quality, start: int) -> Read[Quality]:
        """With "than", with nothing, and with another adjective behind it."""
        if quality.degree == "more" and self.at(start) == "than":
            for than, last in self.single(start + 1):
                yield replace(quality, than=than), last
        yield quality, start
        if not quality.degree and self.at(start) == "enough":
            yield replace(quality, degree="enough"), start + 1
        if quality.degree in ("more", "most"):
            return
        for joint in JOINTS:
            if self.at(start) == joint:
                for other, last in self.qualities(start + 1):
                    if other is not None and _is_listed(other):
                        yield replace(quality, other=other, joined=joint), last
        yield from self._with_two_more(quality, start)

    def _with_two_more(self, quality: Quality, start: int) -> Read[Quality]:
        """Tall, kind and smart; dark blue and white are two."""
        if quality.word in SHADES:
            return
        for second, stop in self.qualities(start):
            if second is None or not _is_listed(second) or self.at(stop) not in ("and", "or"):
                continue
            joint: Literal["and", "or"] = "and" if self.at(stop) == "and" else "or"
            for third, last in self.qualities(stop + 1):
                if third is not None and _is_listed(third):
                    two = replace(second, other=third, joined=joint)
                    yield replace(quality, other=two, joined=""), last

    def _asked_complements(self, base: Clause, start: int, fill: Fill | None) -> Read[Clause]:
        """What is it? When is the party? How are you?"""
        if fill is None:
            return
        if fill.slot == "object":
            clause = replace(base, kind="noun", object=fill.value)
            yield from self.trailing(clause, start, None)
        elif fill.value.word == "when":
            clause = replace(base, kind="noun", object=NounPhrase("when", "wh"))
            yield from self.trailing(clause, start, None)
        elif fill.value.word == "how":
            clause = replace(base, kind="adjective", quality=Quality("how"))
            yield from self.trailing(clause, start, None)

    def _with_preposition(self, base: Clause, start: int, fill: Fill | None) -> Read[Clause]:
        """Good at, afraid of, born."""
        for degree, after in [*self.longest(start, DEGREES_BEFORE), ("", start)]:
            for text, stop in self.longest(after, WITH_PREPOSITION):
                if base.subject == IT and text.endswith(" to"):
                    continue  # it is important to sleep
                quality = Quality(text.split()[0], degree)
                clause = replace(base, kind="adjective", frame="predicate", word=text,
                                 quality=quality)  # fmt: skip
                if " " not in text:
                    yield from self.trailing(clause, stop, fill)
                    continue
                for inner, last in self.infinitives(stop, "ing"):
                    yield replace(clause, complement=inner), last
                for thing, last in self.objects(stop):
                    yield from self.trailing(replace(clause, object=thing), last, fill)
                if fill is not None and fill.slot == "object":
                    yield from self.trailing(replace(clause, object=fill.value), stop, None)

    def _adjective_complements(self, base: Clause, start: int, fill: Fill | None) -> Read[Clause]:
        """Tall; glad that you came; too young to drive; fun to swim, for me to swim."""
        for quality, stop in self.predicative(start):
            clause = replace(base, kind="adjective", quality=quality)
            yield from self.trailing(clause, stop, fill)
            if quality.word in MINDED and not quality.degree:
                that = self.at(stop) == "that"
                for inner, last in self.clauses(stop + that):
                    yield replace(clause, frame="that is", that=that, complement=inner), last
            if self.at(stop) == "to" and quality.degree != "enough":
                is_too = quality.degree == "too"
                adjective = LEXICON.adjectives.get(quality.word)
                is_weather = adjective is not None and adjective.kind == "weather"
                is_it = base.subject == IT and not (is_too and is_weather)
                frame = "it is" if is_it else "too" if is_too else "feeling"
                is_living = kind_of(base.subject) in ANIMATE
                gaps = (None,) if frame != "too" or is_living else (GAP, None)
                for gap in gaps:
                    for inner, last in self.infinitives(stop + 1, "base", gap):
                        yield replace(clause, frame=frame, complement=inner), last
            if self.at(stop) == "for" and base.subject == IT and quality.degree != "too":
                yield from self._for_somebody(clause, stop + 1)

    def _for_somebody(self, clause: Clause, start: int) -> Read[Clause]:
        """It is easy for me to swim."""
        for person, stop in self.phrases(start):
            if is_person(person) and self.at(stop) == "to":
                for inner, last in self.infinitives(stop + 1, "base"):
                    does = replace(inner, subject=person)
                    yield replace(clause, frame="it is", complement=does), last

    def _noun_complements(self, base: Clause, start: int, fill: Fill | None) -> Read[Clause]:
        """A student; ten years old; collecting stamps."""
        if base.subject is not None and base.subject.head in PURSUED:
            yield from self._pursued(base, start)
        for thing, stop in self.objects(start):
            clause = replace(base, kind="noun", object=thing)
            if (
                thing.kind == "noun"
                and thing.head == "year"
                and thing.number
                and self.at(stop) == "old"
            ):
                yield from self.trailing(replace(clause, frame="age"), stop + 1, fill)
            elif thing.head != "home" or thing.determiner:  # "at home" without its at is no noun
                yield from self.trailing(clause, stop, fill)

    def _pursued(self, base: Clause, start: int) -> Read[Clause]:
        """My hobby is collecting stamps, my dream is to be a doctor."""
        forms = [("to", "base", start + 1)] if self.at(start) == "to" else [("", "ing", start)]
        for joint, form, after in forms:
            for inner, stop in self.infinitives(after, form):
                doing = NounPhrase("doing", "doing", relative=inner, pronoun=joint)
                yield replace(base, kind="noun", object=doing), stop

    def _places(self, base: Clause, start: int, fill: Fill | None) -> Read[Clause]:
        """In the park; from Seoul; one has been to Seoul; the party is on Monday."""
        for clause, stop in self.trailing(replace(base, kind="place"), start, fill):
            kinds = {each.kind for each in clause.adverbials}
            is_over = clause.aspect == "perfect" and not kinds & {"duration", "from"}
            has_been = "goal" in kinds and is_over
            asks_far = any(each.word == "how far" for each in clause.adverbials)
            if asks_far and "source" in kinds:
                continue  # it is far, it does not come from there
            if kinds & PLACES or has_been or dated(clause) is not None:
                yield clause, stop


def _is_listed(quality: Quality) -> bool:
    """Neither taller nor second."""
    return quality.degree not in ("more", "most") and quality.word not in LEXICON.ordinals
