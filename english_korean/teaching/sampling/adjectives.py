"""Random adjectives that go with a noun."""

from english_korean.language.entries import Noun
from english_korean.language.lexicon import LEXICON
from english_korean.language.senses import ANIMATE, PEOPLE
from english_korean.language.syntax import Quality
from english_korean.teaching.sampling.chance import Drawing
from english_korean.teaching.sampling.usual import USUAL

ADJECTIVES_OF = {
    **dict.fromkeys(PEOPLE, ("person", "general", "size", "nation")),
    "animal": ("size", "color", "person", "general"),
    "food": ("food", "general", "thing"), "drink": ("food", "general", "weather"),
    "meal": ("food", "general"), "place": ("place", "size", "general"),
    "abstract": ("general", "thing"), "event": ("general",), "exam": ("general", "thing"),
    "period": ("weather", "general"), "season": ("weather",), "nature": ("size", "general"),
    "body": ("size", "general"), "hair": ("size", "color"), "illness": ("general",),
}  # fmt: skip
"""The kinds of adjectives that go with a kind of nouns."""
OTHER_ADJECTIVES = ("thing", "size", "color", "general")
BY_NOUN = ("old", "young", "new", "little", "tall", "hard", "hot", "cold", "bad", "big", "small")
"""Adjectives whose Korean the noun decides: they are drawn more often."""
OF_LIVING = ("old", "young", "little", "tall", "big", "small", "good")
"""Those of them that are said of people and animals."""
DEGREES = {"very": 6, "so": 2, "too": 2, "really": 3, "quite": 1, "pretty": 1, "a little": 1,
           "a bit": 0.5}  # fmt: skip


class AdjectiveDrawing(Drawing):
    """Draws adjectives."""

    def adjective(self, noun: Noun) -> str:
        """An adjective that goes with the noun."""
        usual = USUAL.adjectives.get(noun.word, ())
        if usual and self.chance(self.usually):
            return self.common(usual)
        if self.chance(0.2):
            return self.one(OF_LIVING if noun.kind in ANIMATE else BY_NOUN)
        if self.chance(self.any_word):
            return self.one(list(LEXICON.adjectives))
        kind = self.one(ADJECTIVES_OF.get(noun.kind, OTHER_ADJECTIVES))
        fitting = [word for word, each in LEXICON.adjectives.items() if each.kind == kind]
        return self.common(fitting) if fitting else self.adjective(noun)

    def how_much_more(self) -> str:
        """Before a comparative, now and then: much, a little."""
        return self.one(list(LEXICON.degrees_of_more)) if self.chance(0.2) else ""

    def attribute(self, noun: Noun) -> Quality:
        """An adjective before a noun: a degree, a comparison or an ordinal now and then."""
        if self.chance(0.14):
            return Quality("favorite" if self.chance(0.25) else self.one(list(LEXICON.ordinals)))
        word = self.adjective(noun)
        degree = ""
        if self.chance(0.12):
            degree = self.weighted({"very": 6, "really": 2, "most": 3, "more": 1})
        return Quality(word, degree)
