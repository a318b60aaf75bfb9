"""The encoding of a kind, what is measured of it, and the input that it is added to."""

import math
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from torch import Tensor

from transformer_core import encoding_at, position_shift, positional_encoding
from transformer_lab.examples import (
    index_encoding,
    normalized_index_encoding,
    random_embedding,
    word_ids,
)
from transformer_lab.measures import EncodingProperties, encoding_properties

OFFSET = 5
"""The distance of two positions for which distances and the shift are measured."""
LEAST_HORIZON = 10_000


class Encoding(NamedTuple):
    """The kind of encoding, and its width."""

    kind: str
    d_model: int
    base: float

    @property
    def is_sinusoidal(self) -> bool:
        return self.kind == "sinusoidal"

    @property
    def slows_down(self) -> bool:
        """True if columns further to the right oscillate more slowly than the first ones."""
        return self.is_sinusoidal and self.base > 1 and self.d_model > 2

    @property
    def ignores_base(self) -> bool:
        """True if the base has no effect: the first two columns are the same for every base."""
        return self.is_sinusoidal and self.d_model <= 2

    @property
    def has_shift(self) -> bool:
        """True if one matrix shifts every position: each sine has its cosine (section 3.5)."""
        return self.is_sinusoidal and self.d_model % 2 == 0

    def encode(self, seq_len: int) -> Tensor:
        """The encoding of a sentence of this length, (seq_len, d_model)."""
        if self.kind == "index":
            return index_encoding(seq_len, self.d_model)
        if self.kind == "normalized_index":
            return normalized_index_encoding(seq_len, self.d_model)
        return positional_encoding(seq_len, self.d_model, self.base)

    def codes_at(self, positions: Tensor, seq_len: int) -> Tensor:
        """The encoding at any positions (points,) of a sentence of `seq_len`: (points, d_model)."""
        if self.is_sinusoidal:
            return encoding_at(positions, self.d_model, self.base)
        length = max(seq_len - 1, 1) if self.kind == "normalized_index" else 1
        return (positions / length).unsqueeze(1).expand(-1, self.d_model)


@lru_cache(maxsize=4)
def encoded(encoding: Encoding, seq_len: int) -> Tensor:
    """(seq_len, d_model), cached for the pins that follow; not to be modified."""
    return encoding.encode(seq_len)


@lru_cache(maxsize=32)
def largest_value(encoding: Encoding, seq_len: int) -> float:
    """The largest absolute value in a sentence of this length."""
    return float(encoding.encode(seq_len).abs().max())


@lru_cache(maxsize=32)
def measured(encoding: Encoding, seq_len: int) -> EncodingProperties:
    """The measured properties, with the exact shift matrix if there is one.

    At the largest size this takes more than a second.
    """
    shift = None
    if encoding.has_shift:
        shift = position_shift(OFFSET, encoding.d_model, encoding.base)
    # Beyond the longest wave, where a matrix that fits only the near positions fails
    horizon = max(LEAST_HORIZON, math.ceil(2 * math.pi * encoding.base))

    def codes_at(positions: Tensor) -> Tensor:
        return encoding.codes_at(positions, seq_len)

    return encoding_properties(encoding.encode, seq_len, OFFSET, shift, codes_at, horizon)


class EmbeddedInput(NamedTuple):
    """Scaled embedding, encoding and their sum, (words, d_model) each."""

    embedding: Tensor
    encoding: Tensor
    input: Tensor


def embedded_input(words: Sequence[str], encoding: Encoding, seed: int) -> EmbeddedInput:
    """The input of a model's first layer for the words.

    The table is drawn with standard deviation 1/sqrt(d_model) and scaled by sqrt(d_model)
    (section 3.4).
    """
    ids = word_ids(words)
    embedding = random_embedding(max(ids) + 1, encoding.d_model, seed)[ids]  # (words, d_model)
    codes = encoding.encode(len(words))
    return EmbeddedInput(embedding, codes, embedding + codes)
