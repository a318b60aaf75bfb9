"""Random adverbials of when, where and how."""

from collections.abc import Sequence

from english_korean.language.english.comparison import COMPARED_ADVERBS
from english_korean.language.entries import Noun
from english_korean.language.lexicon import LEXICON
from english_korean.language.senses import PEOPLE
from english_korean.language.syntax import Adverbial, NounPhrase, Quality, replace
from english_korean.teaching.sampling.adjectives import DEGREES
from english_korean.teaching.sampling.chance import BY_KIND, adverbs_of
from english_korean.teaching.sampling.phrases import (
    NUMBERS,
    POSSESSIVES,
    PhraseDrawing,
)

UNITS = ("minute", "hour", "day", "week", "month", "year")
MINUTES = ("thirty", "ten", "fifteen", "twenty", "forty", "fifty", "five")
ENCLOSING = frozenset({"container", "vehicle", "fragile"})
SOLID = frozenset({"furniture", "container", "place", "plant", "vehicle", "device", "thing"})
"""Kinds of things that something is on, under or behind."""
DIRECTIONS = ("left", "right", "straight", "high")
"""Adverbs of manner that few verbs take."""
DIRECTED = frozenset({"turn", "go", "walk", "run", "drive", "look", "move", "jump", "fly", "climb",
                      "sit", "stand", "swim"})  # fmt: skip
COMMON_MANNERS = ("well", "fast", "hard", "early", "late", "slowly", "together", "again", "alone")


class AdverbialDrawing(PhraseDrawing):
    """Draws when, where and how."""

    # When

    def time(self, tense: str, *, is_awaited: bool) -> Adverbial:
        """When: an adverb that goes with the tense (past, present or future), a day, a clock; yet
        where something is awaited.
        """
        if is_awaited and self.chance(0.3):
            return Adverbial("time", "yet")
        how = self.random.random()
        if how < 0.55:
            fitting = [word for word in adverbs_of("time")
                       if LEXICON.adverbs[word].tense in ("", tense) and word != "yet"]  # fmt: skip
            return Adverbial("time", self.common(fitting))
        if how < 0.65:
            return Adverbial("time", "on", self._day())
        if how < 0.72:
            return Adverbial("time", "in", self._month_or_season())
        if how < 0.82:
            return Adverbial("clock", "at", self.clock())
        if how < 0.88:
            words = {"past": ("last",), "future": ("next", "this")}.get(tense, ("every", "this"))
            head = self.noun({"weekday", "season"}).word
            return Adverbial("time", self.one(words), NounPhrase(head))
        if how < 0.93:
            word = self.one(("before", "after"))
            noun = self.noun({"meal", "event", "subject"})
            return Adverbial("time", word, self.any_phrase(noun, plain=True))
        if tense == "past":
            return Adverbial("ago", "ago", self.span())
        if tense == "future":
            return Adverbial("time", "in", self.span())
        return Adverbial("until", "until", self.moment())

    def moment(self) -> NounPhrase:
        """A time of the clock or a day."""
        return self.one((self.clock(), self._day()))

    def clock(self) -> NounPhrase:
        """Half past seven, seven, seven o'clock, seven thirty."""
        minutes = self.one(MINUTES)
        how = self.random.random()
        hour = self.one(NUMBERS[:12])
        if how < 0.15:
            parts = list(LEXICON.parts_of_hour)
            return NounPhrase(hour, "clock", parts[0] if self.chance(0.6) else self.one(parts))
        if how < 0.5:
            return NounPhrase(hour, "clock")
        if how < 0.8:
            return NounPhrase(hour, "clock", plural=True)
        return NounPhrase(hour, "clock", number=minutes)

    def span(self) -> NounPhrase:
        """Two hours, five years."""
        number = self.one(NUMBERS[:-2] if self.chance(0.2) else NUMBERS[:12])
        return NounPhrase(self.one(UNITS), number=number, plural=number != "one")

    def _day(self) -> NounPhrase:
        if self.chance(0.15):
            month = self.one(BY_KIND["month_name"])
            return NounPhrase(month, number=self.one(list(LEXICON.dates)))
        if self.chance(0.15):
            return NounPhrase("birthday", determiner=self.one(POSSESSIVES))
        head = self.one(BY_KIND["weekday"])
        return NounPhrase(head, plural=self.chance(0.4))

    def _month_or_season(self) -> NounPhrase:
        noun = self.noun({"month_name", "season"})
        takes_the = noun.kind == "season" and self.chance(0.3)
        return NounPhrase(noun.word, determiner="the" if takes_the else "")

    # Where

    def place(self, usual: Sequence[str] = ()) -> Adverbial:
        """Where: in the park, on the desk, here; mostly at one of the usual nouns if there are."""
        noun = self.usual_noun(usual)
        if noun is not None:
            return Adverbial("place", self._preposition_of(noun), self.phrase_with(noun))
        how = self.random.random()
        if how < 0.12:
            return Adverbial("here", self.one(adverbs_of("place")))
        if how < 0.62:
            noun = self.noun({"place"} if self.chance(0.85) else {"placename"})
            preposition = (noun.preposition or "in") if self.chance(0.9) else "in"
            return Adverbial("place", preposition, self.phrase_with(noun))
        if how < 0.7:
            return Adverbial("place", "in", self.phrase_with(self.noun(ENCLOSING)))
        preposition = self.one(list(LEXICON.prepositions))
        if preposition == "between":
            first, second = (self.phrase_with(self.noun(SOLID)) for _ in range(2))
            return Adverbial("place", preposition, replace(first, other=second))
        if self.chance(0.15):
            return Adverbial("place", preposition, self.phrase(PEOPLE, plain=True))
        return Adverbial("place", preposition, self.phrase_with(self.noun(SOLID)))

    def _preposition_of(self, noun: Noun) -> str:
        """The usual one, or now and then another that there is."""
        if self.chance(0.2):
            return self.one([word for word in LEXICON.prepositions if word != "between"])
        if noun.kind in ("place", "placename"):
            return noun.preposition or "in"
        return "on" if noun.kind == "furniture" else noun.preposition or "in"

    def goal(self, usual: Sequence[str] = ()) -> Adverbial:
        """Where to: home, to school, into the house; mostly to one of the usual nouns."""
        noun = self.usual_noun(usual) if self.chance(0.7) else None
        if noun is not None:
            return Adverbial("goal", "to", self.phrase_with(noun))
        how = self.random.random()
        if how < 0.15:
            return Adverbial("goal", "home")
        if how < 0.25:
            return Adverbial("goal", self.one(adverbs_of("place")))
        if how < 0.33:
            return Adverbial("goal", "to", self.phrase(PEOPLE, plain=True))
        if how < 0.4:
            return Adverbial("goal", "into", self.phrase_with(self.noun({"place"})))
        noun = self.noun({"place", "placename", "event"} if self.chance(0.9) else {"activity"})
        return Adverbial("goal", "to", self.phrase_with(noun))

    # How and how often

    def manner(self, verb: str) -> Adverbial:
        """How a verb is done: slowly, very well, faster than Tom."""
        how = self.random.random()
        if verb in DIRECTED and self.chance(0.2):
            return Adverbial("manner", quality=Quality(self.one(DIRECTIONS)))
        if how < 0.12:
            return Adverbial("manner", quality=self._compared_manner())
        manners = [word for word in adverbs_of("manner") if word not in DIRECTIONS]
        if how < 0.3:
            word = self.one([word for word in manners if " " not in word])
            return Adverbial("manner", quality=Quality(word, self.weighted(DEGREES)))
        word = self.one(COMMON_MANNERS) if how < 0.5 else self.common(manners)
        return Adverbial("manner", quality=Quality(word))

    def _compared_manner(self) -> Quality:
        word = self.one(COMPARED_ADVERBS)
        than = self.phrase(PEOPLE, plain=True) if self.chance(0.7) else None
        is_equal = than is not None and self.chance(0.3)
        by = "" if is_equal else self.how_much_more()
        return Quality(word, "as" if is_equal else "more", than, by=by)

    def frequency(self) -> Adverbial:
        """How often: before the verb, or behind it."""
        if self.chance(0.25):
            return Adverbial("frequency", "never", at="middle")
        frequencies = adverbs_of("frequency")
        if self.chance(0.75):
            word = self.common([word for word in frequencies if " " not in word])
            return Adverbial("frequency", word, at="middle")
        return Adverbial("frequency", self.one(frequencies))
