"""Random noun phrases without clauses, and adjectives that are compared with one."""

from collections.abc import Collection
from typing import Literal

from english_korean.language.agreement import is_well_formed
from english_korean.language.entries import Noun
from english_korean.language.lexicon import LEXICON
from english_korean.language.senses import ANIMATE
from english_korean.language.syntax import NounPhrase, Quality, replace
from english_korean.teaching.sampling.adjectives import DEGREES, AdjectiveDrawing

JOINTS: tuple[Literal["and", "but"], ...] = ("and", "but")
NUMBERS = list(LEXICON.numbers)
POSSESSIVES = sorted(LEXICON.possessives)
OWNERS = {"my": 8, "your": 4, "his": 4, "her": 4, "our": 3, "their": 3, "its": 0.7}
"""How often each possessive is drawn."""
DETERMINERS = {"the": 40, "a": 32, "possessive": 20, "this": 5, "that": 4, "these": 3, "those": 3,
               "some": 5, "every": 1, "all the": 1, "many": 3, "a lot of": 2, "no": 1, "any": 0.5,
               "another": 1, "each": 0.5, "several": 0.7, "a few": 1, "most": 0.7, "much": 0.7,
               "a little": 0.7, "lots of": 0.7, "enough": 0.7, "so many": 0.4, "too many": 0.4,
               "so much": 0.4, "too much": 0.4, "all possessive": 0.5, "all": 0.4}  # fmt: skip
PRONOUNS = {"i": 10, "you": 7, "he": 6, "she": 6, "we": 5, "they": 5, "it": 0.5, "everyone": 0.5,
            "someone": 0.5, "everybody": 0.3, "somebody": 0.3, "nobody": 0.4,
            "anyone": 0.2, "anybody": 0.2}  # fmt: skip
THINGS = {"it": 6, "this": 3, "that": 3, "these": 1, "those": 1, "something": 1, "everything": 1,
          "nothing": 0.6, "anything": 0.4}  # fmt: skip
MEASURES = {"drink": ("cup", "glass", "bottle"),
            "food": ("bowl", "piece", "slice", "box", "bag", "can"),
            "footwear": ("pair",), "handwear": ("pair",)}  # fmt: skip
"""What a kind of nouns is measured by."""


class PhraseDrawing(AdjectiveDrawing):
    """Draws noun phrases."""

    def person(self) -> NounPhrase:
        """A pronoun of a person."""
        return NounPhrase(self.weighted(PRONOUNS), "pronoun")

    def phrase(self, kinds: Collection[str], *, plain: bool = False) -> NounPhrase:
        """A noun phrase with a noun of these kinds; also a pronoun where that can stand for it.

        Args:
            plain: without numbers, quantities and owners that need words of their own.
        """
        if self.chance(0.5) and kinds and set(kinds) <= ANIMATE:
            return self.person()
        if self.chance(0.06):
            return NounPhrase(self.weighted(THINGS), "pronoun")
        return self.any_well_formed(self.noun(kinds), plain=plain)

    def any_well_formed(self, noun: Noun, *, plain: bool = False) -> NounPhrase:
        """A noun phrase with this noun."""
        while True:
            phrase = self.any_phrase(noun, plain=plain)
            if is_well_formed(phrase):
                return phrase

    def phrase_with(self, noun: Noun) -> NounPhrase:
        """A plain noun phrase with this noun, of something that there is: not "no house"."""
        while True:
            phrase = self.any_phrase(noun, plain=True)
            if is_well_formed(phrase) and phrase.determiner != "no":
                return phrase

    def any_phrase(self, noun: Noun, *, plain: bool) -> NounPhrase:
        """A noun phrase with this noun, which need not be good English."""
        if noun.is_name:
            return NounPhrase(noun.word)
        plural = noun.plural is not None and (noun.is_pair or self.chance(0.28))
        quality = self.attribute(noun) if self.chance(0.15) else None
        second = None
        if quality is not None and not quality.degree and self.chance(0.06):
            second = Quality(self.adjective(noun))
        if not plain and self.chance(0.06):
            return self._numbered(noun, quality)
        if not plain and noun.kind in MEASURES and self.chance(0.2):
            return self._measured(noun, quality)
        phrase = NounPhrase(noun.word, quality=quality, plural=plural)
        owner = self._owner() if not plain and self.chance(0.04) else None
        if owner is not None:
            behind = self.chance(0.25)
            determiner = "the" if behind else ""
            return replace(phrase, determiner=determiner, owner=owner, behind=behind)
        determiner = self._determiner(noun, plural=plural, has_quality=quality is not None)
        return replace(phrase, determiner=determiner, second=second)

    def _numbered(self, noun: Noun, quality: Quality | None) -> NounPhrase:
        """Two books, my two books."""
        number = self.one(NUMBERS[:12] if self.chance(0.8) else NUMBERS)
        determiner = "" if self.chance(0.7) else self.one(["the", *POSSESSIVES, "these"])
        return NounPhrase(noun.word, "noun", determiner, number=number, quality=quality,
                          plural=number != "one")  # fmt: skip

    def _measured(self, noun: Noun, quality: Quality | None) -> NounPhrase:
        """A cup of coffee, two glasses of water."""
        measure = self.one(MEASURES[noun.kind])
        number = self.one(NUMBERS[1:8]) if self.chance(0.4) else ""
        return NounPhrase(noun.word, "noun", "" if number else "a", number=number, measure=measure,
                          quality=quality, plural=bool(number),
                          contents_plural=noun.plural is not None)  # fmt: skip

    def _owner(self) -> NounPhrase | None:
        noun = self.noun(ANIMATE)
        if noun.is_name:
            return NounPhrase(noun.word)
        if noun.is_pair or noun.plural is None:
            return None
        return NounPhrase(noun.word, determiner=self.one(["the", *POSSESSIVES]))

    def _determiner(self, noun: Noun, *, plural: bool, has_quality: bool) -> str:
        if (plural or noun.plural is None) and self.chance(0.35):
            return ""
        if noun.is_bare and not has_quality and self.chance(0.5):
            return ""
        is_kin = noun.kind in ("family", "family_elder") and self.chance(0.6)
        chosen = "possessive" if is_kin else self.weighted(DETERMINERS)
        if chosen == "possessive":
            return self.weighted(OWNERS)
        return f"all {self.one(POSSESSIVES)}" if chosen == "all possessive" else chosen

    def predicative(self, noun: Noun) -> Quality:
        """An adjective that is said of something like this noun."""
        word = self.adjective(noun)
        how = self.random.random()
        if how < 0.3:
            return Quality(word, self.weighted(DEGREES))
        if how < 0.38:
            than = self.phrase({noun.kind}, plain=True) if self.chance(0.8) else None
            return Quality(word, "more", than, by=self.how_much_more())
        if how < 0.41:
            return Quality(word, "most")
        if how < 0.45:
            return Quality(word, "as", self.phrase({noun.kind}, plain=True))
        if how < 0.5:
            other = Quality(self.adjective(noun))
            return Quality(word, other=other, joined=self.one(JOINTS))
        return Quality(word)
