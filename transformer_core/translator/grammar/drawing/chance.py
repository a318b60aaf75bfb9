"""Chance, and what phrases and clauses need of each other."""

import random
from abc import ABC, abstractmethod
from collections.abc import Collection, Mapping, Sequence
from functools import cache
from typing import TypeVar

from transformer_core.translator.grammar.entries import Noun
from transformer_core.translator.grammar.lexicon import LEXICON
from transformer_core.translator.grammar.syntax import Clause, Sentence

T = TypeVar("T")
FLATNESS = 6
"""How much oftener the first words come than the last: the smaller, the more so."""
ANY_WORD = 0.02
"""The share of nouns that are taken without regard to sense: it is the grammar that is learnt."""
ALL_NOUNS = sorted(LEXICON.nouns)


def _by_kind() -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for word, noun in LEXICON.nouns.items():
        found.setdefault(noun.kind, []).append(word)
    return found


BY_KIND = _by_kind()
ALL_KINDS = frozenset(BY_KIND)


def adverbs_of(kind: str) -> list[str]:
    """The adverbs of a kind, in the order of the lexicon."""
    return [word for word, adverb in LEXICON.adverbs.items() if adverb.kind == kind]


@cache
def _weights(count: int) -> tuple[float, ...]:
    return tuple(1 / (place + FLATNESS) for place in range(count))


class Drawing(ABC):
    """Draws words; all chance comes from one generator."""

    def __init__(self, draw: random.Random) -> None:
        self.random = draw

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
        return self.random.choices(choices, _weights(len(choices)))[0]

    def noun(self, kinds: Collection[str]) -> Noun:
        """A noun of one of these kinds ("=ball" is this one word), or now and then any noun."""
        if not kinds or self.chance(ANY_WORD):
            return LEXICON.nouns[self.one(ALL_NOUNS)]
        kind = self.one(sorted(kinds))
        if kind.startswith("="):
            return LEXICON.nouns[kind[1:]]
        return LEXICON.nouns[self.common(BY_KIND[kind])]

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
