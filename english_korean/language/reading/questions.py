"""From English words back to what a question asks for."""

from english_korean.language.agreement import is_well_formed
from english_korean.language.questions import ASKING_DETERMINERS
from english_korean.language.reading.adverbials import AdverbialReader
from english_korean.language.reading.prepositions import kind_of_adverbial
from english_korean.language.reading.reader import Fill, Read
from english_korean.language.syntax import Adverbial, Clause, NounPhrase, replace

LEFT_BEHIND = ("with", "for", "about", "from")
STRANDED = ("in", "on", "at", "with", "to")
"""What a relative clause leaves behind its verb."""
STRANDED_KINDS = frozenset({"place", "goal", "companion", "tool"})
"""Prepositions that can stay at the end of a question: who did you go with?"""


class QuestionReader(AdverbialReader):
    """Reads what is asked for, and where in its clause it belongs."""

    def asked(self, start: int) -> Read[Fill]:
        """The question word or phrase that stands here, in every place that it can be asked of."""
        yield from self._asked_adverb(start)
        yield from self._asked_phrase(start)
        yield from self._asked_quality(start)
        if self.at(start) in ("what", "who"):
            yield Fill("object", NounPhrase(self.at(start), "wh")), start + 1
        yield from self._asked_noun(start)

    def _asked_adverb(self, start: int) -> Read[Fill]:
        """When, why, how, where."""
        word = self.at(start)
        if word in ("when", "why", "how", "where"):
            yield Fill("adverbial", Adverbial(f"asked {word}", word)), start + 1

    def _asked_phrase(self, start: int) -> Read[Fill]:
        """What time, how often, how much."""
        stop = self.has(start, "what time")
        if stop:
            yield Fill("adverbial", Adverbial("asked when", "what time")), stop
            yield Fill("object", NounPhrase("what time", "wh")), stop
        for text in ("how often", "how long", "how far"):
            stop = self.has(start, text)
            if stop:
                yield Fill("adverbial", Adverbial("asked how", text)), stop
        stop = self.has(start, "how much")
        if stop:
            yield Fill("object", NounPhrase("how much", "wh")), stop

    def _asked_quality(self, start: int) -> Read[Fill]:
        """How old, how tall."""
        if self.at(start) == "how":
            for quality, stop in self.adjectives(start + 1):
                if not quality.degree:
                    yield Fill("quality", replace(quality, degree="how")), stop

    def _asked_noun(self, start: int) -> Read[Fill]:
        """Which book, how many books."""
        for determiner, after in self.determiners(start):
            if determiner in ASKING_DETERMINERS:
                for phrase, stop in self.nouns(NounPhrase("", determiner=determiner), after):
                    if determiner == "how many" and not is_well_formed(phrase):
                        continue  # how many sheep: they are many
                    yield Fill("object", phrase), stop

    def filled(self, clause: Clause, start: int, fill: Fill) -> Read[Adverbial]:
        """What is asked for, as an adverbial: when; or what "with" is left behind for."""
        if fill.slot == "adverbial":
            is_goal = fill.value.kind == "asked where" and clause.frame == "motion"
            yield replace(fill.value, kind="asked goal") if is_goal else fill.value, start
            if fill.value.word == "where" and self.at(start) == "from":
                yield Adverbial("source", "from", NounPhrase("where", "wh")), start + 1
        if fill.noun is not None:
            yield from self._stranded(clause, start, fill.value, fill.noun)
        if fill.slot == "object" and fill.value.kind == "wh":
            preposition = self.at(start)
            if preposition in LEFT_BEHIND:
                kind = kind_of_adverbial(preposition, fill.value, frame=clause.frame)
                if fill.value.head == "what" and kind == "companion":
                    kind = "tool"
                yield Adverbial(kind, preposition, fill.value), start + 1

    def _stranded(
        self, clause: Clause, start: int, gap: NounPhrase, noun: NounPhrase
    ) -> Read[Adverbial]:
        """In, of "the house that I live in"; with, of "the friend I play with"."""
        preposition = self.at(start)
        if preposition in STRANDED:
            kind = kind_of_adverbial(preposition, noun, frame=clause.frame)
            if kind in STRANDED_KINDS:
                yield Adverbial(kind, preposition, gap), start + 1
