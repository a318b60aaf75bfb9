"""What is read off a vector as a whole, and from when on two numbers differ."""

from typing import NamedTuple

import torch
from torch import Tensor

ROUNDING = 8 * torch.finfo(torch.float32).eps
"""Relative to the numbers that a sum was made of, a difference up to this is rounding: eight times
the spacing of float32 numbers near 1."""


class Spread(NamedTuple):
    """Mean and standard deviation of each position's vector, (...,) each."""

    mean: Tensor
    deviation: Tensor


def spread(x: Tensor) -> Spread:
    """Over the last dimension, dividing by its size as layer norm does. `x` is (..., d_model)."""
    return Spread(x.mean(-1), x.std(-1, correction=0))
