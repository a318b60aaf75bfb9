"""Chance, and what phrases and clauses need of each other."""

import math
import random
from abc import ABC, abstractmethod
from collections.abc import Collection, Mapping, Sequence
from functools import cache
from typing import TypeVar

from english_korean.language.entries import Noun
from english_korean.language.lexicon import LEXICON
from english_korean.language.syntax import Clause, Sentence
from english_korean.teaching.sampling.usual import USUAL

T = TypeVar("T")
FLATNESS = 4
"""How much oftener the first words come than the last: the smaller, the more so."""
USUALLY = 0.85
"""The share of words that stand in their usual company, where the lexicon tells of one."""
COMMON_WORDS = 0.8
"""The share of nouns that are among the most usual of their kind."""
ANY_WORD = 0.01
"""The share of nouns that are taken without regard to sense: it is the grammar that is learnt."""
EVENLY_ANY_WORD, EVENLY_USUAL = 0.6, 0.3
"""What these shares are where all words are to come about equally often."""
ALL_NOUNS = sorted(LEXICON.nouns)


def _by_kind() -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for word, noun in LEXICON.nouns.items():
        found.setdefault(noun.kind, []).append(word)
    return found


BY_KIND = _by_kind()
ALL_KINDS = frozenset(BY_KIND)
ONE_WORD = 4
"""A single word counts like a kind with so many."""


def adverbs_of(kind: str) -> list[str]:
    """The adverbs of a kind, in the order of the lexicon."""
    return [word for word, adverb in LEXICON.adverbs.items() if adverb.kind == kind]


@cache
def _weights(count: int) -> tuple[float, ...]:
    return tuple(1 / (place + FLATNESS) for place in range(count))


class Drawing(ABC):
    """Draws words; all chance comes from one generator.

    Evenly: seldom words come about as often as usual ones, so that each is met.
    """

    def __init__(self, draw: random.Random, *, evenly: bool = False) -> None:
        self.random = draw
        self.evenly = evenly
        self.any_word = EVENLY_ANY_WORD if evenly else ANY_WORD
        self.usually = EVENLY_USUAL if evenly else USUALLY

    def chance(self, probability: float) -> bool:
        """Whether it happens, with this probability."""
        return self.random.random() < probability

    def weighted(self, weights: Mapping[T, float]) -> T:
        """One of the keys, each as often as its weight says."""
        return self.random.choices(list(weights), list(weights.values()))[0]

    def one(self, choices: Sequence[T]) -> T:
        """One of these, each as often as the others."""
        return self.random.choice(choices)

    def common(self, choices: Sequence[T]) -> T:
        """One of words that stand in the order of how common they are: the first come oftener."""
        if self.evenly:
            return self.one(choices)
        return self.random.choices(choices, _weights(len(choices)))[0]

    def noun(self, kinds: Collection[str]) -> Noun:
        """A noun of one of these kinds ("=ball" is this one word), or now and then any noun.

        A kind with many words is drawn oftener than one with few.
        """
        if not kinds or self.chance(self.any_word):
            return LEXICON.nouns[self.one(ALL_NOUNS)]
        ordered = sorted(kinds)
        sizes = (len(BY_KIND.get(kind, ())) or ONE_WORD for kind in ordered)
        kind = self.random.choices(ordered, [math.sqrt(size) for size in sizes])[0]
        if kind.startswith("="):
            return LEXICON.nouns[kind[1:]]
        usual = () if self.evenly else USUAL.common.get(kind, ())
        words = usual if usual and self.chance(COMMON_WORDS) else BY_KIND[kind]
        return LEXICON.nouns[self.common(words)]

    def usual_noun(self, words: Sequence[str]) -> Noun | None:
        """Mostly one of these words; None where it is to be any that fits, or there are none."""
        if not words or not self.chance(self.usually):
            return None
        return LEXICON.nouns[self.common(words)]

    # What phrases and clauses need of each other

    @abstractmethod
    def clause(self, frames: Sequence[str] = ()) -> Clause:
        """A clause with a subject, of one of these frames or of any."""

    @abstractmethod
    def simple(self) -> Clause:
        """A short clause without another one in it."""

    @abstractmethod
    def inner(self, frames: Sequence[str] = ()) -> Clause:
        """A clause without a subject, of one of these frames or of those of what one does."""

    @abstractmethod
    def asking(self) -> Sentence:
        """A question with a question word."""
