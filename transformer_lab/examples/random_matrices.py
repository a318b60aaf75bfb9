"""Random matrices to look at, from an explicit seed."""

import torch
from torch import Tensor

from transformer_core.checks import require_at_least_0, require_sizes, require_whole
from transformer_core.random_tensors import generator

LARGEST_SIDE = 16
"""Rows and columns of the draw from which `random_matrix` is cut."""


def random_embedding(rows: int, d_model: int, seed: int) -> Tensor:
    """The values of `torch.manual_seed(seed); torch.nn.Embedding(rows, d_model).weight`.

    Returns: (rows, d_model) float32, standard normal.
    """
    require_sizes({"rows": rows, "d_model": d_model})
    return torch.empty(rows, d_model).normal_(generator=generator(seed))


def random_matrix(rows: int, cols: int, seed: int, stream: int = 0) -> Tensor:
    """Standard normal numbers; the corner of a 16 x 16 draw.

    Cutting from a fixed draw keeps what is already there when a size grows, so that a change of
    size is the only change a reader sees.

    Args:
        rows, cols: 1 to 16.
        stream: which draw after seeding, from 0: streams 0, 1 and 2 of one seed serve as Q, K, V.

    Returns: (rows, cols) float32.
    """
    require_sizes({"rows": rows, "cols": cols})
    require_whole("stream", stream)
    require_at_least_0("stream", stream)
    if max(rows, cols) > LARGEST_SIDE:
        raise ValueError(
            f"rows and cols must be at most {LARGEST_SIDE}, got rows={rows} and cols={cols}"
        )
    draws = torch.randn(stream + 1, LARGEST_SIDE, LARGEST_SIDE, generator=generator(seed))
    return draws[stream, :rows, :cols].clone()
