"""Random adverbials of with whom, with what, for whom, about what, how long and the like."""

from english_korean.language.senses import ANIMATE, PEOPLE
from english_korean.language.syntax import Adverbial, NounPhrase
from english_korean.teaching.sampling.adverbials import AdverbialDrawing
from english_korean.teaching.sampling.chance import BY_KIND

ADDED = {"companion": 6, "tool": 3, "vehicle": 2, "benefit": 3, "about": 1.5, "duration": 3,
         "meal": 1.5, "source": 1.5, "without": 1.2, "like": 1, "in language": 0.7, "degree": 2,
         "as": 0.5, "during": 0.5, "doing": 1.5, "also": 1.5, "until": 0.5,
         "from": 0.6, "route": 0.8}  # fmt: skip
PREPOSITIONS = {"companion": "with", "tool": "with", "vehicle": "by", "benefit": "for",
                "duration": "for", "meal": "for", "source": "from",
                "in language": "in"}  # fmt: skip
"""Of the kinds that are not called by their preposition."""

PLAIN = {"companion": ANIMATE, "benefit": PEOPLE}
"""Kinds of adverbials of a noun without anything beside it -> kinds of such nouns."""
WITH_DETERMINER = {
    "tool": {"tool", "stick", "body"},
    "source": {"place", "placename", "family"},
}
"""Kinds of adverbials of a noun with a determiner -> kinds of such nouns."""


class AdditionDrawing(AdverbialDrawing):
    """Draws what can be added to what one does."""

    def added(self) -> Adverbial:
        """An adverbial of any of these kinds."""
        kind = self.weighted(ADDED)
        if kind == "also":
            is_last = self.chance(0.6)
            return Adverbial(kind, "too") if is_last else Adverbial(kind, "also", at="middle")
        if kind == "degree":
            return Adverbial(kind, self.one(("a lot", "very much", "a little", "so much")))
        if kind == "doing":
            word = self.one(("before", "after"))
            inner = self.inner(("transitive", "motion"))
            return Adverbial(f"{word} doing", word, clause=inner)
        if kind == "route":
            word = self.one(("along", "through", "across"))
            return Adverbial(
                kind, word, self.phrase_with(self.noun({"place", "=river", "=forest"}))
            )
        return Adverbial(kind, PREPOSITIONS.get(kind, kind), self._phrase_of(kind))

    def _phrase_of(self, kind: str) -> NounPhrase:
        """What stands behind the preposition."""
        if kind in ("vehicle", "in language"):
            return NounPhrase(self.noun({kind.removeprefix("in ")}).word)
        if kind in PLAIN:
            return self.phrase(PLAIN[kind], plain=True)
        if kind in WITH_DETERMINER:
            return self.phrase_with(self.noun(WITH_DETERMINER[kind]))
        match kind:
            case "about":
                return self.phrase({"animal", "abstract", "person", "event"})
            case "duration":
                return self.span()
            case "meal":
                return NounPhrase(self.one(("breakfast", "lunch", "dinner", "supper", "brunch")))
            case "as":
                return NounPhrase(self.one(BY_KIND["person"]), determiner="a")
            case "during":
                return NounPhrase(self.noun({"event"}).word, determiner="the")
            case "until" | "from":
                return self.moment()
            case _:  # without, like
                return self.phrase(ANIMATE | {"thing"}, plain=True)
