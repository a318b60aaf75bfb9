"""What a change did to a matrix, number by number."""

from typing import NamedTuple

import torch
from torch import Tensor

ROUNDING = 8 * torch.finfo(torch.float32).eps
"""Relative to the largest number of two matrices, a difference up to this is rounding: eight times
the spacing of float32 numbers near 1."""


class LargestDifference(NamedTuple):
    """Where two matrices differ most, and their numbers there."""

    row: int
    col: int
    first: float
    second: float


def difference(now: Tensor, before: Tensor) -> Tensor:
    """`now` less `before`, place by place; where both are -inf (hidden twice) 0.

    So is what is within `ROUNDING` of nothing: the same sum in another order is no change.

    Raises: ValueError when the shapes differ.
    """
    if now.shape != before.shape:
        raise ValueError(f"shapes differ: {tuple(now.shape)} and {tuple(before.shape)}")
    delta = torch.where(now == before, torch.zeros_like(now), now - before)
    return delta.masked_fill(delta.abs() <= ROUNDING * _largest(now, before), 0.0)


def _largest(*matrices: Tensor) -> float:
    """The largest finite number, by its size."""
    numbers = torch.cat([matrix.detach().abs().flatten() for matrix in matrices])
    finite = numbers[numbers.isfinite()]
    return float(finite.max()) if finite.numel() else 0.0


def largest_difference(first: Tensor, second: Tensor) -> LargestDifference:
    """Where two matrices differ most, among the rows and columns that both have.

    Where they differ by rounding only, both numbers are the first one's.

    Args:
        first, second: (rows, cols), of any sizes.
    """
    rows, cols = (min(sizes) for sizes in zip(first.shape, second.shape, strict=True))
    first, second = first[:rows, :cols], second[:rows, :cols]
    delta = difference(second, first)
    row, col = divmod(int(delta.abs().argmax()), cols)
    kept = first if delta[row, col] == 0 else second
    return LargestDifference(row, col, float(first[row, col]), float(kept[row, col]))
