"""The positional-encoding page's input: the encoding, its size, and a sentence."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

import torch
from torch import Tensor

from pages.positional_encoding.encoding import (
    EmbeddedInput,
    Encoding,
    embedded_input,
    encoded,
    measured,
)
from pages.translator.trained_attention import TrainedAttention, trained_attention
from pages.translator.typed_text import read_english
from transformer_lab.examples import split_words, word_ids
from transformer_lab.measures import EncodingProperties, wave_at, wavelengths
from ui.picture.word_labels import word_labels
from ui.state.setting import Setting, choice, graded, number, slider, stepped, typed
from ui.state.typed_input import InputError, read_sentence

KINDS = ("sinusoidal", "index", "normalized_index")
LATER = "later"
"""The kind whose ways are those of models since the paper."""
WAYS = ("learned", "rotary", "alibi", "relative", "none")
BUCKETS, REACHES = (4, 8, 16, 32), (2, 4, 8, 16, 32, 64, 128)
"""The numbers of buckets, and the distances from which all share the last one."""
LAYOUTS = ("interleaved", "halves")
MOST_POSITIONS, LARGEST_WIDTH, FARTHEST, MOST_HEADS = 24, 16, 100, 16
EMBEDDINGS = ("random", "trained")
TABS = ("waves", "products", "shift", "orders", "learned", "sum", "joined", "properties")
"""The tabs below the heatmap."""
EMBEDDING = ("sum", "joined")
"""Those that embed the words of the sentence."""
READING = (*EMBEDDING, "orders", "learned")
"""Those that read the sentence at all."""
LARGEST_BASE = 1e8
MOST_DIMENSIONS = 6
POINTS_OF_A_TURN, LEAST_POINTS, MOST_POINTS = 20, 64, 4096
"""The number of points in which a wave is drawn."""


def read_dimensions(text: str) -> list[int]:
    """Parse 1 to 6 whole numbers from 0. Raises: InputError."""
    pieces = text.replace(",", " ").split()
    if not pieces:
        raise InputError("empty_dimensions")
    if len(pieces) > MOST_DIMENSIONS:
        raise InputError("too_many_dimensions", count=len(pieces), limit=MOST_DIMENSIONS)
    for piece in pieces:
        if not (piece.isascii() and piece.isdigit() and len(piece) <= 6):
            raise InputError("not_a_dimension", text=piece[:24])
    return [int(piece) for piece in pieces]


def read_words(text: str) -> list[str]:
    return read_sentence(text, split_words)


def _reaches(setting: "EncodingSetting") -> list[int]:
    """Those beyond the distances that have a bucket of their own."""
    return [reach for reach in REACHES if reach > setting.bucket_count // 4]


def _heads(setting: "EncodingSetting") -> range:
    return range(setting.num_heads)


@dataclass(frozen=True, eq=False)
class EncodingSetting(Setting):
    """The kind and size of the encoding, and what is shown of it."""

    PREFIX = "pe"

    kind: str = choice((*KINDS, LATER), "sinusoidal")
    seq_len: int = graded(1, 2048, 50)
    d_model: int = graded(1, 1024, 128)
    base: float = number(1.0, LARGEST_BASE, 10_000.0, step=100.0, width=150)
    below: str = choice(TABS, "waves", is_view=True)
    dimensions: str = typed(read_dimensions, "0, 10, 20, 40")
    sentence: str = typed(read_words, default_words="controls.sentence_default")
    embedding: str = choice(EMBEDDINGS, "random")
    seed: int = number(0, 9999, 7, width=130)
    way: str = choice(WAYS, "rotary")
    positions: int = slider(1, MOST_POSITIONS, 6)
    trained_len: int = slider(1, MOST_POSITIONS, 4)
    moved_by: int = slider(0, FARTHEST, 0)
    offset: int = slider(1, MOST_POSITIONS, 3)
    layout: str = choice(LAYOUTS, "interleaved")
    d_k: int = stepped(2, LARGEST_WIDTH, 4, lambda _: range(2, LARGEST_WIDTH + 1, 2), width=110)
    num_heads: int = slider(1, MOST_HEADS, 8)
    head: int = stepped(0, MOST_HEADS - 1, 0, _heads, width=150, counts_from=1)
    num_buckets: int = stepped(BUCKETS[0], BUCKETS[-1], 8, lambda _: BUCKETS, width=110)
    max_distance: int = stepped(REACHES[0], REACHES[-1], 8, _reaches, width=150)

    def check(self) -> None:
        """The translator needs a sentence that it can read. Raises: InputError."""
        if self.embedding == "trained":
            read_english(self.sentence)

    @property
    def is_later(self) -> bool:
        """True if the positions are told as in models since the paper."""
        return self.kind == LATER

    @property
    def width(self) -> int:
        """The even number of columns of a query that applies."""
        return self.d_k - self.d_k % 2

    @property
    def shown_head(self) -> int:
        """The head that applies, from 0."""
        return min(self.head, self.num_heads - 1)

    @property
    def bucket_count(self) -> int:
        """The number of buckets that applies."""
        return max(count for count in BUCKETS if count <= self.num_buckets)

    @property
    def bucket_reach(self) -> int:
        """The distance that applies, from which all share a bucket."""
        options = _reaches(self)
        return max((reach for reach in options if reach <= self.max_distance), default=options[0])

    @property
    def is_trained(self) -> bool:
        """True if the embeddings of the sentence are the trained translator's."""
        return self.embedding == "trained"

    @property
    def trained(self) -> TrainedAttention:
        """The attention of the translator that reads the sentence first."""
        return trained_attention(self.sentence, "encoder", 0)

    @property
    def sum_encoding(self) -> Encoding:
        """The encoding that is added to the sentence, as wide as its embeddings."""
        if not self.is_trained:
            return self.encoding
        return Encoding(self.kind, self.trained.X.size(1), self.base)

    @property
    def embedded(self) -> EmbeddedInput:
        """Scaled embedding, encoding and their sum."""
        if not self.is_trained:
            return embedded_input(self.words, self.encoding, self.seed)
        embedding = self.trained.computation.tensors["src_scaled"]
        codes = self.sum_encoding.encode(len(embedding))
        return EmbeddedInput(embedding, codes, embedding + codes)

    def sum_labels(self, language: str) -> tuple[str, ...]:
        """The words of the sentence, or the tokens that the translator reads, told apart."""
        return self.trained.labels(language)[0] if self.is_trained else word_labels(self.words)

    @property
    def sum_ids(self) -> tuple[int, ...]:
        """The rows of the embedding table."""
        if self.is_trained:
            return tuple(self.trained.computation.tensors["src_ids"].tolist())
        return tuple(word_ids(self.words))

    @property
    def is_the_models_own(self) -> bool:
        """True if the sum is what the translator's first layer reads."""
        return self.is_trained and torch.allclose(
            self.embedded.input, self.trained.X, rtol=1e-5, atol=1e-5
        )

    @property
    def encoding(self) -> Encoding:
        return Encoding(self.kind, self.d_model, self.base)

    @property
    def encoded(self) -> Tensor:
        """(seq_len, d_model)"""
        return encoded(self.encoding, self.seq_len)

    @property
    def properties(self) -> EncodingProperties:
        return measured(self.encoding, self.seq_len)

    @property
    def words(self) -> tuple[str, ...]:
        return tuple(read_words(self.sentence))

    @property
    def chosen(self) -> list[int]:
        """The requested dimensions that this encoding has, each once; its last one if none."""
        asked = dict.fromkeys(read_dimensions(self.dimensions))
        return [one for one in asked if one < self.d_model] or [self.d_model - 1]

    @property
    def left_out(self) -> list[int]:
        """The requested dimensions that this encoding does not have."""
        return [one for one in read_dimensions(self.dimensions) if one >= self.d_model]

    def drawing(self, dimensions: Sequence[int]) -> Self:
        """Set the dimensions to draw."""
        return self.with_values(dimensions=", ".join(map(str, dimensions)))

    def wavelength(self, dimension: int) -> float:
        return float(wavelengths(self.d_model, self.base)[dimension])

    def wave(self, dimension: int) -> tuple[Tensor, Tensor]:
        """Positions and the encoding's column there, (points,) each.

        A sine is also drawn between whole positions, as finely as it oscillates.
        """
        if not self.encoding.is_sinusoidal:
            return torch.arange(self.seq_len), self.encoded[:, dimension]
        turns = self.seq_len / self.wavelength(dimension)
        points = min(MOST_POINTS, max(LEAST_POINTS, math.ceil(POINTS_OF_A_TURN * turns)))
        positions = torch.linspace(0, self.seq_len - 1, points)
        return positions, wave_at(positions, dimension, self.d_model, self.base)
