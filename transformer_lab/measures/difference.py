"""The effect of a change on a matrix, number by number."""

from typing import NamedTuple

import torch
from torch import Tensor

from transformer_core.explain.figures import ROUNDING


class LargestDifference(NamedTuple):
    """The cell where two matrices differ most, and their numbers there."""

    row: int
    col: int
    first: float
    second: float


def difference(now: Tensor, before: Tensor, size: float | None = None) -> Tensor:
    """`now` minus `before`, cell by cell; 0 where both are -inf (hidden twice).

    A difference within `ROUNDING` of 0 is 0, too: the same sum in another order is not a change.

    Args:
        size: how large the numbers are that both were made of, such as 1 for weights that sum
            to 1. Without it the largest number of a place's row or of its column counts, the
            smaller of the two: a large number elsewhere says nothing of the rounding here.

    Raises: ValueError when the shapes differ.
    """
    if now.shape != before.shape:
        raise ValueError(f"shapes must be equal, got {tuple(now.shape)} and {tuple(before.shape)}")
    delta = torch.where(now == before, torch.zeros_like(now), now - before)
    sizes = _sizes(now, before) if size is None else size
    return delta.masked_fill(delta.abs() <= ROUNDING * sizes, 0.0)


def _sizes(now: Tensor, before: Tensor) -> Tensor:
    """The size of the numbers around each cell, in the shape of the matrices."""
    largest = torch.maximum(now.abs(), before.abs())
    largest = largest.where(largest.isfinite(), 0.0)  # (..., rows, cols)
    if largest.dim() < 2:
        return largest.max() if largest.numel() else largest
    shown = largest[largest > 0]
    typical = shown.median() if shown.numel() else largest.new_zeros(())
    cols = largest.amax(dim=-2, keepdim=True).clamp(min=float(typical))
    return torch.minimum(largest.amax(dim=-1, keepdim=True), cols)


def largest_difference(
    first: Tensor, second: Tensor, size: float | None = None
) -> LargestDifference:
    """The cell where two matrices differ most, among the rows and columns that both have.

    Where they differ by rounding only, both numbers are the first one's.

    Args:
        first, second: (rows, cols), of any sizes.
        size: as in `difference`.
    """
    rows, cols = (min(sizes) for sizes in zip(first.shape, second.shape, strict=True))
    first, second = first[:rows, :cols], second[:rows, :cols]
    delta = difference(second, first, size)
    row, col = divmod(int(delta.abs().argmax()), cols)
    kept = first if delta[row, col] == 0 else second
    return LargestDifference(row, col, float(first[row, col]), float(kept[row, col]))
