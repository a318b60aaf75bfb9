"""What a change did to a matrix, number by number."""

from typing import NamedTuple

import torch
from torch import Tensor


class LargestDifference(NamedTuple):
    """Where two matrices differ most, and their numbers there."""

    row: int
    col: int
    first: float
    second: float


def difference(now: Tensor, before: Tensor) -> Tensor:
    """`now` less `before`, place by place; where both are -inf (hidden twice) 0.

    Raises: ValueError when the shapes differ.
    """
    if now.shape != before.shape:
        raise ValueError(f"shapes differ: {tuple(now.shape)} and {tuple(before.shape)}")
    return torch.where(now == before, torch.zeros_like(now), now - before)


def largest_difference(first: Tensor, second: Tensor) -> LargestDifference:
    """Where two matrices differ most, among the rows and columns that both have.

    Args:
        first, second: (rows, cols), of any sizes.
    """
    rows, cols = (min(sizes) for sizes in zip(first.shape, second.shape, strict=True))
    first, second = first[:rows, :cols], second[:rows, :cols]
    row, col = divmod(int(difference(second, first).abs().argmax()), cols)
    return LargestDifference(row, col, float(first[row, col]), float(second[row, col]))
