"""Steps of what is added to a score for the distance of its key: ALiBi (Press et al., 2022) and
T5's relative positions (Raffel et al., 2020).
"""

import math
from collections.abc import Sequence

import torch

from transformer_core.explain.computation import Term
from transformer_core.explain.kind import Kind, declare
from transformer_core.explain.reading import (
    UNUSED,
    Dependents,
    Input,
    Numbers,
    OutputCell,
    Reading,
    same_place,
)
from transformer_core.variants.relative_bias import bucket


def _slope(cell: OutputCell) -> Numbers:
    """The exponent of a head's slope, a power of 2: exact in binary."""
    made = next(name for name, step in cell.computation.steps.items() if step is cell.step)
    return {"exponent": -math.log2(float(cell.computation.tensors[made][cell.index]))}


class Falling(Reading):
    """The slope of the head that is a constant, times the distance of query and key."""

    def terms(self, cell: OutputCell) -> list[Term]:
        slope = cell.term("slopes", 0, int(cell.step.constants["head"]))
        return [Term((-1.0, *slope.factors, self.distance(cell)), (None, *slope.cells, None))]

    def distance(self, cell: OutputCell) -> float:
        query, key = cell.index
        return float(abs(query - key))

    def dependents(self, number: Input) -> Dependents:
        """All scores of its own head."""
        is_own = number.place[1] == number.step.constants["head"]
        sizes = number.output.double().abs()
        return Dependents(
            (slice(None), slice(None)), sizes if is_own else torch.full_like(sizes, UNUSED)
        )


def _bucket_numbers(cell: OutputCell) -> Numbers:
    query, key = cell.index
    return {"distance": key - query, **cell.step.constants}


def _bucket(_: Sequence[float], n: Numbers) -> float:
    sizes = int(n["num_buckets"]), int(n["max_distance"])
    distance = torch.tensor(int(n["distance"]))
    return float(bucket(distance, *sizes, both_sides=True))


class BucketRow(Reading):
    """A number of the table for each bucket, in the column of the head that is a constant."""

    def terms(self, cell: OutputCell) -> list[Term]:
        row, head = int(cell.number("ids")), int(cell.step.constants["head"])
        return [cell.term("table", row, head)]

    def dependents(self, number: Input) -> Dependents:
        """The places of its bucket; of a bucket, its own place."""
        if number.role == "ids":
            return same_place(number)
        bucket_, head = number.place
        ids = number.computation.tensors[number.step.inputs["ids"]]
        sizes = torch.zeros_like(number.output, dtype=torch.float64)
        is_used = (ids == bucket_) & (head == number.step.constants["head"])
        return Dependents((slice(None), slice(None)), sizes.masked_fill(~is_used, UNUSED))


declare(
    Kind("alibi_slope", Reading(), "2^(−{exponent})", lambda _, n: 2 ** -n["exponent"], _slope),
    Kind("alibi", Falling()),
    Kind("distance_bucket", Reading(), "", _bucket, _bucket_numbers),
    Kind("bucket_bias", BucketRow(), numbers=lambda cell: {"bucket": cell.number("ids")}),
)
