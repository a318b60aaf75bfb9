"""The waves of the positional encoding, one by one (section 3.5)."""

import math

from torch import Tensor

from transformer_core.checks import require_index
from transformer_core.positional_encoding import turning_speeds


def wave_at(positions: Tensor, dimension: int, d_model: int, base: float = 10_000.0) -> Tensor:
    """One column of `encoding_at`.

    Returns: (points,) float32.
    Raises: ValueError when `dimension` is not from 0 to d_model - 1.
    """
    require_index("dimension", dimension, d_model)
    angles = positions.double() * turning_speeds(d_model, base)[dimension // 2]
    return (angles.cos() if dimension % 2 else angles.sin()).float()


def wavelengths(d_model: int, base: float = 10_000.0) -> Tensor:
    """The number of positions that each column takes for one full turn: 2 pi base^(2i / d_model).

    Section 3.5: the wavelengths form a geometric progression from 2 pi towards base * 2 pi.

    Returns: (d_model,) float32, in positions; columns 2i and 2i + 1 share theirs.
    """
    per_pair = 2 * math.pi / turning_speeds(d_model, base)  # (ceil(d_model / 2),)
    return per_pair.repeat_interleave(2)[:d_model].float()  # (d_model,)
