"""The numbers of single tensors, which the map asks for when it shows them from near."""

import math
from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor

from transformer_core.explain.computation import Computation
from ui.picture.matrix_view.matrix import Blobs

MOST_NUMBERS = 1_000_000
"""Of one tensor at once; of a larger one the map gets the strongest number of each square."""


@dataclass(frozen=True)
class Cells:
    """The numbers of a tensor, or the strongest of each square of `pool` x `pool` of them."""

    tensor: str
    values: Tensor
    pool: int = 1

    def header(self, blobs: Blobs) -> dict[str, Any]:
        numbers = blobs.add(self.values.float().numpy(), "float32")
        return {"kind": "cells", "tensor": self.tensor, "numbers": numbers} | {
            "shape": list(self.values.shape),
            "pool": self.pool,
        }


def cells_part(computation: Computation, tensor: str) -> Cells | None:
    """All that is sent of a tensor at once; None where the computation has none of this name."""
    values = computation.tensors.get(tensor)
    if values is None:
        return None
    if values.numel() <= MOST_NUMBERS or values.dim() != 2:
        return Cells(tensor, values)
    pool = math.ceil(math.sqrt(values.numel() / MOST_NUMBERS))
    return Cells(tensor, strongest(strongest(values, pool).mT, pool).mT, pool)


def strongest(values: Tensor, count: int) -> Tensor:
    """Of each `count` numbers side by side the one that is farthest from 0, with its sign.

    (..., n) -> (..., ceil(n / count)).
    """
    missing = -values.size(-1) % count
    padded = torch.nn.functional.pad(values, (0, missing)) if missing else values
    groups = padded.unflatten(-1, (-1, count))  # (..., groups, count)
    places = groups.abs().argmax(dim=-1, keepdim=True)
    return groups.gather(-1, places).squeeze(-1)
