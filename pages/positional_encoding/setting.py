"""What the positional-encoding page computes on."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import torch
from torch import Tensor

from transformer_core import (
    EncodingProperties,
    encoding_at,
    encoding_properties,
    index_encoding,
    normalized_index_encoding,
    position_shift,
    positional_encoding,
    random_embedding,
    wavelengths,
    word_ids,
)
from ui.state.typed_input import InputError
from ui.state.url_state import number_between, one_of

KINDS = ("sinusoidal", "index", "normalized_index")
SEQ_LENS, D_MODELS, BASES = (1, 2048), (1, 1024), (1.0, 1e8)
OFFSET = 5
"""How far apart two positions stand when distances and the shift are measured."""
LEAST_HORIZON = 10_000


@dataclass(frozen=True)
class EncodingSetting:
    """Which encoding, how long, how wide."""

    kind: str
    seq_len: int
    d_model: int
    base: float

    @classmethod
    def read(cls, values: Mapping[str, Any]) -> "EncodingSetting":
        """From plain values by name. Raises: ValueError for what no control would give."""
        return cls(
            one_of(KINDS)(values["kind"]),
            number_between(*SEQ_LENS)(values["seq_len"]),
            number_between(*D_MODELS)(values["d_model"]),
            number_between(*BASES)(values["base"]),
        )

    def plain(self) -> dict[str, Any]:
        """What `read` takes."""
        return asdict(self)

    def encode(self, seq_len: int) -> Tensor:
        """The encoding of a sentence of some length, (seq_len, d_model)."""
        if self.kind == "index":
            return index_encoding(seq_len, self.d_model)
        if self.kind == "normalized_index":
            return normalized_index_encoding(seq_len, self.d_model)
        return positional_encoding(seq_len, self.d_model, self.base)

    def properties(self) -> EncodingProperties:
        """The four properties, the shift with the exact matrix where there is one."""
        shift = position_shift(OFFSET, self.d_model, self.base) if self.has_shift else None
        # Beyond the longest wave, where a matrix that only fits the near positions is found out
        horizon = max(LEAST_HORIZON, math.ceil(2 * math.pi * self.base))
        return encoding_properties(self.encode, self.seq_len, OFFSET, shift, self.codes_at, horizon)

    @property
    def has_shift(self) -> bool:
        """Whether one matrix moves every position: each sine has its cosine (section 3.5)."""
        return self.is_sinusoidal and self.d_model % 2 == 0

    def codes_at(self, positions: Tensor) -> Tensor:
        """At any positions (points,), as in a sentence of `seq_len`: (points, d_model)."""
        if self.is_sinusoidal:
            return encoding_at(positions, self.d_model, self.base)
        length = max(self.seq_len - 1, 1) if self.kind == "normalized_index" else 1
        return (positions / length).unsqueeze(1).expand(-1, self.d_model)

    @property
    def is_sinusoidal(self) -> bool:
        return self.kind == "sinusoidal"

    @property
    def slows_down(self) -> bool:
        """Whether columns further to the right turn more slowly than the first ones."""
        return self.is_sinusoidal and self.base > 1 and self.d_model > 2

    def wavelengths(self, dimensions: Sequence[int]) -> list[float]:
        return wavelengths(self.d_model, self.base)[list(dimensions)].tolist()

    def waves(self, dimensions: Sequence[int]) -> tuple[Tensor, Tensor]:
        """Positions (points,) and the encoding's columns there (points, dimensions).

        Sines are drawn between whole positions too, fine enough for the quickest one.
        """
        if not self.is_sinusoidal:
            return torch.arange(self.seq_len), self.encode(self.seq_len)[:, list(dimensions)]
        points = torch.linspace(0, self.seq_len - 1, min(4096, 12 * self.seq_len))
        return points, encoding_at(points, self.d_model, self.base)[:, list(dimensions)]


def read_dimensions(text: str) -> list[int]:
    """1 to 6 whole numbers from 0."""
    pieces = text.replace(",", " ").split()
    if not pieces:
        raise InputError("empty_dimensions")
    if len(pieces) > 6:
        raise InputError("too_many_dimensions", count=len(pieces), limit=6)
    for piece in pieces:
        if not (piece.isascii() and piece.isdigit() and len(piece) <= 6):
            raise InputError("not_a_dimension", text=piece[:24])
    return [int(piece) for piece in pieces]


def embedded_input(
    words: Sequence[str], setting: EncodingSetting, seed: int
) -> tuple[Tensor, Tensor, Tensor]:
    """Scaled embedding, encoding and their sum, (words, d_model) each.

    The table is drawn with deviation 1/sqrt(d_model) and scaled by sqrt(d_model) (section 3.4).
    """
    ids = word_ids(words)
    embedding = random_embedding(max(ids) + 1, setting.d_model, seed)[ids]  # (words, d_model)
    encoding = setting.encode(len(words))
    return embedding, encoding, embedding + encoding
