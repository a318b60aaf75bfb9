"""The numbers of single tensors, which the map requests when the user zooms in on them."""

import math
from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor

from transformer_core.explain.computation import Computation
from ui.picture.matrix_view.matrix import Blobs

MOST_NUMBERS = 1_000_000
"""The most numbers sent of one tensor; a larger one is pooled to the strongest of each square."""


@dataclass(frozen=True)
class Cells:
    """The numbers of a tensor, or the strongest number of each square of `pool` x `pool`."""

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
    """Return the numbers of a tensor, pooled if too many; None if there is no such tensor."""
    values = computation.tensors.get(tensor)
    if values is None:
        return None
    if values.numel() <= MOST_NUMBERS or values.dim() != 2:
        return Cells(tensor, values)
    pool = math.ceil(math.sqrt(values.numel() / MOST_NUMBERS))
    return Cells(tensor, strongest(_strongest_of_rows(values, pool), pool), pool)


def _strongest_of_rows(values: Tensor, count: int) -> Tensor:
    """Return the same along the rows, (n, m) -> (ceil(n / count), m), in whole rows at a time: a
    table of embeddings may have a hundred million numbers.
    """
    whole = values.size(0) - values.size(0) % count
    parts = [values[:whole].unflatten(0, (-1, count))] if whole else []
    parts += [values[whole:][None]] if whole < values.size(0) else []
    made = []
    for rows in (part.unbind(dim=1) for part in parts):
        most, least = rows[0].clone(), rows[0].clone()
        for row in rows[1:]:
            torch.maximum(most, row, out=most)
            torch.minimum(least, row, out=least)
        made.append(torch.where(most >= -least, most, least))
    return torch.cat(made)


def strongest(values: Tensor, count: int) -> Tensor:
    """Return, of every `count` adjacent numbers, the one with the largest absolute value.

    Shapes: (..., n) -> (..., ceil(n / count)).
    """
    missing = -values.size(-1) % count
    padded = torch.nn.functional.pad(values, (0, missing)) if missing else values
    groups = padded.unflatten(-1, (-1, count))  # (..., groups, count)
    places = groups.abs().argmax(dim=-1, keepdim=True)
    return groups.gather(-1, places).squeeze(-1)
