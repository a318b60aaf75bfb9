"""Steps of what is added to a score for the distance of its key: ALiBi (Press et al., 2022) and
T5's relative positions (Raffel et al., 2020).
"""

import math
from collections.abc import Iterator, Sequence

import torch
from torch import Tensor

from transformer_core.explain.computation import Step, Term
from transformer_core.explain.kind import Kind, Notation
from transformer_core.explain.kinds.formulas import query_and_key
from transformer_core.explain.reading import (
    UNUSED,
    Dependents,
    Input,
    Numbers,
    OutputCell,
    Reading,
    same_place,
)
from transformer_core.variants.alibi import slopes
from transformer_core.variants.relative_bias import bucket


class Bias(Reading):
    """What is added to the scores of every head, or of the one that is the constant `head`."""

    is_end = True

    def head(self, cell: OutputCell) -> int:
        return int(cell.step.constants.get("head", cell.index[0]))

    def of_head(self, step: Step, head: int, sizes: Tensor) -> Dependents:
        """The scores (seq_q, seq_k) of a head, in which a number has these sizes."""
        every: list[int | slice] = [slice(None), slice(None)]
        if "head" not in step.constants:
            return Dependents((head, *every), sizes)
        is_made = head == step.constants["head"]
        return Dependents(tuple(every), sizes if is_made else torch.full_like(sizes, UNUSED))

    def numbers(self, cell: OutputCell) -> Numbers:
        places = query_and_key(cell)
        return {"distance": places["key"] - places["query"]}


class Alibi(Bias):
    """The slope of the head, times the distance of query and key."""

    def terms(self, cell: OutputCell) -> list[Term]:
        slope = cell.term("slopes", 0, self.head(cell))
        factors = (-1.0, *slope.factors, self.numbers(cell)["distance"])
        return [Term(factors, (None, *slope.cells, None))]

    def numbers(self, cell: OutputCell) -> Numbers:
        return {"distance": abs(super().numbers(cell)["distance"])}

    def dependents(self, number: Input) -> Dependents:
        """All scores of its head."""
        _, head = number.place
        made = number.output.double().abs()
        return self.of_head(number.step, head, made if made.dim() == 2 else made[head])


class RelativeBias(Bias):
    """The table's number for the head and the bucket that the distance falls into."""

    def terms(self, cell: OutputCell) -> list[Term]:
        return [cell.term("table", int(cell.number("ids")), self.head(cell))]

    def numbers(self, cell: OutputCell) -> Numbers:
        return {**super().numbers(cell), "bucket": cell.number("ids")}

    def dependents(self, number: Input) -> Dependents:
        """All distances of its bucket, in its head; of a bucket's number, its place in each."""
        if number.role == "ids":
            return same_place(number)
        own, head = number.place
        ids = number.computation.tensors[number.step.inputs["ids"]]  # (seq_q, seq_k)
        return self.of_head(number.step, head, torch.where(ids == own, 0.0, UNUSED).double())


def _slope_numbers(cell: OutputCell) -> Numbers:
    """The exponent of a slope, a power of 2: exact in binary."""
    of_heads = slopes(int(cell.step.constants["num_heads"]))
    return {"exponent": -math.log2(float(of_heads[cell.index[-1]]))}


def _bucket_numbers(cell: OutputCell) -> Numbers:
    query, key = cell.index
    return {"distance": key - query, **cell.step.constants}


def _bucket(_: Sequence[float], n: Numbers) -> float:
    sizes = int(n["num_buckets"]), int(n["max_distance"])
    return float(bucket(torch.tensor(int(n["distance"])), *sizes, bool(n["both_sides"])))


def _kinds() -> Iterator[Kind]:
    yield Kind(
        "alibi_slope",
        Reading(),
        "2^(−{exponent})",
        lambda _, n: 2 ** -n["exponent"],
        _slope_numbers,
    )
    yield Kind("alibi", Alibi(), notation=Notation(named=("distance",)))
    yield Kind("relative_bucket", Reading(), "", _bucket, _bucket_numbers)
    named = Notation(named=("distance", "bucket"))
    yield Kind("relative_bias", RelativeBias(), notation=named)


KINDS = (*_kinds(),)
