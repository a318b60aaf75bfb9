"""Steps of what is added to a score for the distance of its key: ALiBi (Press et al., 2022)."""

import math

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
)


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


declare(
    Kind("alibi_slope", Reading(), "2^(−{exponent})", lambda _, n: 2 ** -n["exponent"], _slope),
    Kind("alibi", Falling()),
)
