"""A sentence in both languages with its true alignment, and which part of the data it is in."""

import hashlib
import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from transformer_core.translator.grammar.english import english_words
from transformer_core.translator.grammar.generation import random_sentence, with_unknown_words
from transformer_core.translator.grammar.korean import korean_morphemes
from transformer_core.translator.grammar.syntax import MAX_WORDS, Morpheme, Sentence, Word

UNKNOWN = "<unk>"
Part = Literal["training", "validation", "test"]
SENTENCES_WITH_UNKNOWN = 1 / 3
UNKNOWN_RATE = 0.15


@dataclass(frozen=True)
class Pair:
    """One sentence in English and Korean."""

    words: tuple[Word, ...]
    morphemes: tuple[Morpheme, ...]

    @property
    def english(self) -> tuple[str, ...]:
        """The words as a model sees them, unknown ones as UNKNOWN."""
        return tuple(UNKNOWN if word.unknown else word.text for word in self.words)

    @property
    def korean(self) -> tuple[str, ...]:
        """The morphemes as a model sees them, unknown ones as UNKNOWN."""
        return tuple(UNKNOWN if each.unknown else each.text for each in self.morphemes)

    @property
    def alignment(self) -> tuple[frozenset[int], ...]:
        """For each morpheme the positions of the words that it renders; empty for none."""
        return tuple(
            frozenset(
                position for position, word in enumerate(self.words) if word.name in each.sources
            )
            for each in self.morphemes
        )

    @property
    def part(self) -> Part:
        """Decided by a hash of what a model sees, so that no sentence can be in two parts."""
        digest = hashlib.sha256(" ".join(self.english).encode()).digest()
        return {0: "test", 1: "validation"}.get(digest[0] % 8, "training")  # type: ignore[return-value]


def pair_of(sentence: Sentence) -> Pair:
    """Both languages of a tree."""
    return Pair(tuple(english_words(sentence)), tuple(korean_morphemes(sentence)))


def random_pairs(seed: int, part: Part, max_words: int = MAX_WORDS) -> Iterator[Pair]:
    """Endlessly many pairs of one part, no two alike.

    In a third of all sentences each noun is made unknown with probability UNKNOWN_RATE.
    """
    draw = random.Random(seed)
    seen: set[tuple[str, ...]] = set()
    while True:
        sentence = random_sentence(draw, max_words)
        if draw.random() < SENTENCES_WITH_UNKNOWN:
            sentence = with_unknown_words(sentence, draw, UNKNOWN_RATE)
        pair = pair_of(sentence)
        if pair.part == part and pair.english not in seen:
            seen.add(pair.english)
            yield pair
