"""The distribution of all numbers of a tensor, which the map requests for a parameter."""

import math
from dataclasses import asdict, dataclass
from typing import Any

import torch
from torch import Tensor

from transformer_core.explain.computation import Computation
from ui.picture.matrix_view.matrix import Blobs

PART = 1 << 18
"""How many numbers are counted at a time."""
BINS = 31
"""How many bins of equal width lie between the smallest and the largest number."""


@dataclass(frozen=True)
class Histogram:
    """How many numbers of a tensor are in each bin. Unlike `Cells`, never pooled: it counts all."""

    tensor: str
    counts: list[int]
    """One bin alone if all numbers are equal."""
    least: float
    most: float
    mean: float
    deviation: float

    def header(self, blobs: Blobs) -> dict[str, Any]:
        return {"kind": "histogram"} | asdict(self)


def histogram_part(computation: Computation, tensor: str) -> Histogram | None:
    """Return the distribution of a tensor's numbers; None if there is no such tensor, or if not
    all its numbers are finite.
    """
    values = computation.tensors.get(tensor)
    if values is None or not values.numel():
        return None
    flat = values.detach().flatten()
    # Either is no finite number if one of all is not.
    least, most = map(float, flat.aminmax())
    if not math.isfinite(least) or not math.isfinite(most):
        return None
    counts, mean, square = _counted(flat, least, most)
    return Histogram(tensor, counts, least, most, mean, math.sqrt(square))


def _counted(flat: Tensor, least: float, most: float) -> tuple[list[int], float, float]:
    """Return the counts, the mean and the mean square around it, in float64, part by part: all
    numbers of a large table at once would take twice its memory.
    """
    bins, counts = BINS if most > least else 1, torch.zeros(BINS, dtype=torch.long)
    total, squares = 0.0, 0.0
    for part in flat.split(PART):
        apart = part.double() - least
        total += float(apart.sum())
        squares += float(apart.square().sum())
        places = (apart * (bins / (most - least or 1.0))).int().clamp_(max=bins - 1)
        counts += torch.bincount(places, minlength=BINS)
    mean = total / flat.numel()
    return counts[:bins].tolist(), least + mean, max(0.0, squares / flat.numel() - mean * mean)
