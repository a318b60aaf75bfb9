"""From English words back to what the auxiliaries say: tense, mood, aspect, passive, not."""

from typing import Any, NamedTuple

from english_korean.language.english.verbs import MODALS
from english_korean.language.lexicon import LEXICON
from english_korean.language.reading.adverbials import ADVERBS
from english_korean.language.reading.reader import Read
from english_korean.language.reading.trailing import TrailingReader
from english_korean.language.syntax import Adverbial, Quality

BE_FORMS = {"am": "present", "is": "present", "are": "present", "was": "past", "were": "past"}
DO_FORMS = {"do": "present", "does": "present", "did": "past"}
HAVE_FORMS = {"have": "present", "has": "present", "had": "past"}
AUXILIARIES = frozenset({*BE_FORMS, *DO_FORMS, *HAVE_FORMS, *MODALS})
MIDDLE = {"please": "please", "also": "also", "just": "frequency", "never": "frequency",
          "ever": "frequency", "only": "frequency"}  # fmt: skip
"""Words before the verb, and their kind where they are no adverbs of the lexicon."""
BEFORE_VERB = frozenset({*MIDDLE, "actually", "already", "currently", "finally", "probably",
                         "really", "recently", "still", "suddenly"})  # fmt: skip
"""Adverbs that stand before the verb, beside those of frequency."""


class Group(NamedTuple):
    """What the auxiliaries say, and what must follow them."""

    fields: dict[str, Any]
    """Of the clause."""
    wants: str
    """A form of a verb (base, ing, participle, finite), complement, or got: what one has got."""
    middle: tuple[Adverbial, ...] = ()


class AuxiliaryReader(TrailingReader):
    """Reads auxiliaries."""

    def groups(self, start: int) -> list[tuple[Group, int]]:
        """What the auxiliaries at the head of a predicate say, and none of them."""
        return self.once(("groups", start), lambda: self._groups(start))

    def _groups(self, start: int) -> Read[Group]:
        word = self.at(start)
        if word in HAVE_FORMS and self.at(start + 1) == "to":
            yield Group({"tense": HAVE_FORMS[word], "mood": "have to"}, "base"), start + 2
        for mood in ("had better", "would rather"):
            stop = self.has(start, mood)
            if stop:
                negated = self.at(stop) == "not"
                fields = {"mood": mood, "negated": negated}
                yield from self._base_or_be(fields, stop + negated)
        if word == "used" and self.at(start + 1) == "to":
            yield Group({"mood": "used to", "tense": "past"}, "base"), start + 2
        if word in AUXILIARIES:
            negated = self.at(start + 1) == "not"
            yield from self.behind_auxiliary(word, start + 1 + negated, negated=negated)
        for middle, stop in self._middles(start):
            yield Group({}, "finite", middle), stop

    def behind_auxiliary(self, word: str, start: int, *, negated: bool) -> Read[Group]:
        """What a finite auxiliary says with what follows it, and its "not"."""
        for middle, stop in self._middles(start):
            for group, after in self._continued(word, stop):
                fields = {**group.fields, "negated": negated}
                yield group._replace(fields=fields, middle=middle), after

    def _middles(self, start: int) -> Read[tuple[Adverbial, ...]]:
        """Without an adverb before the verb, and with one."""
        yield (), start
        for text, stop in self.longest(start, ADVERBS):
            kind = LEXICON.adverbs[text].kind
            if kind == "frequency" or text in BEFORE_VERB:
                kind = "also" if text == "also" else kind
                yield (Adverbial(kind, text, at="middle"),), stop
            elif kind == "manner" and text.endswith("ly"):
                yield (Adverbial("manner", quality=Quality(text), at="middle"),), stop
        word = self.at(start)
        if word in MIDDLE and word not in LEXICON.adverbs:
            yield (Adverbial(MIDDLE[word], word, at="middle"),), start + 1

    def _continued(self, word: str, start: int) -> Read[Group]:
        """What follows a finite auxiliary."""
        if word in BE_FORMS:
            yield from self._behind_finite_be({"tense": BE_FORMS[word]}, start)
        elif word in DO_FORMS:
            tense = {"tense": DO_FORMS[word]}
            if self.at(start) == "have" and self.at(start + 1) == "to":
                yield from self._base_or_be({**tense, "mood": "have to"}, start + 2)
            yield Group(tense, "base"), start
        elif word in HAVE_FORMS:
            fields = {"tense": HAVE_FORMS[word], "aspect": "perfect"}
            if self.at(start) == "been":
                yield Group({**fields, "aspect": "perfect progressive"}, "ing"), start + 1
                yield Group(fields, "complement"), start + 1
                yield Group({**fields, "passive": True}, "participle"), start + 1
            yield Group(fields, "participle"), start
            if self.at(start) == "got":
                yield Group({"tense": HAVE_FORMS[word]}, "got"), start + 1
        elif word == "would":
            yield from self._behind_would(start)
        else:
            yield Group({"mood": word}, "base"), start
            if self.at(start) == "be":
                yield from self._behind_be({"mood": word}, start + 1)

    def _behind_finite_be(self, tense: dict[str, Any], start: int) -> Read[Group]:
        """Going to eat, able to swim, eating."""
        for mood in ("be going to", "be able to"):
            stop = self.has(start, mood.removeprefix("be "))
            if stop:
                yield from self._base_or_be({**tense, "mood": mood}, stop)
        yield from self._behind_be(tense, start)

    def _behind_would(self, start: int) -> Read[Group]:
        for wish in ("like to", "love to"):
            stop = self.has(start, wish)
            if stop:
                yield Group({"mood": f"would {wish}"}, "base"), stop
        if self.at(start) == "like" and self.at(start + 1) != "to":
            yield Group({"mood": "would"}, "base"), start

    def _behind_be(self, fields: dict[str, Any], start: int) -> Read[Group]:
        yield Group({**fields, "aspect": "progressive"}, "ing"), start
        yield Group({**fields, "passive": True}, "participle"), start
        yield Group(fields, "complement"), start

    def _base_or_be(self, fields: dict[str, Any], start: int) -> Read[Group]:
        yield Group(fields, "base"), start
        if self.at(start) == "be":
            yield Group(fields, "complement"), start + 1
