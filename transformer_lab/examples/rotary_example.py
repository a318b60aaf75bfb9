"""One query and one key, turned to every position (Su et al., 2021, "RoFormer", section 3.2)."""

from typing import NamedTuple

import torch
from torch import Tensor

from transformer_core.variants.rotary_positions import Layout, RotaryPositions


class Rotated(NamedTuple):
    """The query and the key of a word that is at every position, turned, and their products."""

    queries: Tensor
    """(positions, d_k)"""
    keys: Tensor
    """(positions, d_k)"""
    scores: Tensor
    """Queries times keys, (positions, positions)."""


def rotated(
    query: Tensor, key: Tensor, positions: Tensor, base: float, layout: Layout = "interleaved"
) -> Rotated:
    """Turn a query and a key, (1, d_k) each, to all `positions`, (positions,)."""
    rotary = RotaryPositions(query.size(1), base, layout)
    every = (one.expand(len(positions), -1)[None, None] for one in (query, key))
    queries, keys = (one[0, 0] for one in rotary(*every, positions))  # (positions, d_k) each
    return Rotated(queries, keys, queries @ keys.T)


def scores_by_distance(
    query: Tensor, key: Tensor, distances: Tensor, base: float, layout: Layout = "interleaved"
) -> Tensor:
    """The products of a query that is so far after the key with it: (points,).

    Args:
        distances: (points,) from 0, also between whole numbers.
    """
    return rotated(query, key, distances, base, layout).queries @ key[0]


def halves_order(width: int) -> Tensor:
    """The columns in the order of the halves, (width,): the even ones, then the odd ones."""
    return torch.cat([torch.arange(0, width, 2), torch.arange(1, width, 2)])
