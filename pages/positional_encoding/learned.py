"""Positions from a formula, or from a table of weights: what each knows before any training."""

from typing import NamedTuple

import torch
from torch import Tensor

from pages.positional_encoding.setting import EncodingSetting
from transformer_lab.examples import random_embedding

MOST_ROWS = 64
"""The most rows of the table that is shown."""
BEYOND = 2
"""How many positions after its last row are computed."""
SAME = 1e-3
"""Distances that are no further apart count as equal."""
STREAM = 3
"""What is added to the seed, so that the table is not the embedding."""


class Learned(NamedTuple):
    """The encoding of a formula and a table that no training has changed, (positions, d_model),
    and their dot products, square. The table ends first.
    """

    computed: Tensor
    learned: Tensor
    computed_products: Tensor
    learned_products: Tensor


def max_len(setting: EncodingSetting) -> int:
    """The rows of the table."""
    return min(setting.seq_len, MOST_ROWS)


def learned(setting: EncodingSetting) -> Learned:
    rows, width = max_len(setting), setting.d_model
    computed = setting.encoding.encode(rows + BEYOND)
    table = random_embedding(rows, width, setting.seed + STREAM)
    return Learned(computed, table, computed @ computed.T, table @ table.T)


class Neighbours(NamedTuple):
    """The least and the largest distance of two positions next to each other."""

    least: float
    most: float


def keeps_distances(vectors: Tensor) -> bool:
    """Whether the distance of two positions depends only on how far apart they are."""
    apart = torch.cdist(vectors, vectors, compute_mode="donot_use_mm_for_euclid_dist")
    diagonals = (apart.diagonal(offset) for offset in range(len(vectors)))
    return all(float(one.max() - one.min()) < SAME for one in diagonals)


def nearer_than_next(vectors: Tensor) -> tuple[int, float] | None:
    """The position that is nearest to position 0, with its distance, if that is not position 1."""
    distances = (vectors[1:] - vectors[0]).norm(dim=1)
    nearest = int(distances.argmin()) + 1
    least = float(distances.min())
    return (nearest, least) if least < float(distances[0]) - SAME else None


def neighbours(vectors: Tensor) -> Neighbours:
    """Takes (positions, d_model), two positions or more."""
    distances = (vectors[1:] - vectors[:-1]).norm(dim=1)
    return Neighbours(float(distances.min()), float(distances.max()))
