"""The distribution of all numbers of a tensor, which the map requests for a parameter."""

from dataclasses import asdict, dataclass
from typing import Any

import torch

from transformer_core.explain.computation import Computation
from ui.picture.matrix_view.matrix import Blobs

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
    if values is None or not values.numel() or not torch.isfinite(values).all():
        return None
    exact = values.detach().flatten().double().cpu()
    least, most = float(exact.min()), float(exact.max())
    if least == most:
        counts = [exact.numel()]
    else:
        counts = torch.histc(exact, BINS, least, most).long().tolist()
    return Histogram(
        tensor, counts, least, most, float(exact.mean()), float(exact.std(correction=0))
    )
