"""Moving by k positions: one matrix for every position (section 3.5)."""

from typing import NamedTuple

from torch import Tensor

from pages.positional_encoding.setting import EncodingSetting
from transformer_core import position_shift

MOST_SHIFTED = 12
"""The number of positions that are moved in the picture."""


class Shift(NamedTuple):
    """The first positions, the matrix that moves them, and where they come to.

    here, moved, there: (positions, d_model); matrix: (d_model, d_model).
    """

    here: Tensor
    matrix: Tensor
    moved: Tensor
    there: Tensor

    @property
    def difference(self) -> float:
        """The largest difference between a moved position and the position there."""
        return float((self.moved - self.there).abs().max())


def shift(setting: EncodingSetting) -> Shift | None:
    """None for an encoding that no matrix moves: indices, and an odd d_model."""
    encoding = setting.encoding
    if not encoding.has_shift:
        return None
    count = min(setting.seq_len, MOST_SHIFTED)
    codes = encoding.encode(count + setting.offset)
    here, there = codes[:count], codes[setting.offset :]
    matrix = position_shift(setting.offset, encoding.d_model, encoding.base)
    return Shift(here, matrix, here @ matrix, there)
