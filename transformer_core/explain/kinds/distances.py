"""Steps that depend on how far a key is from its query, and heads that share keys and values."""

from collections.abc import Iterator

import torch
from torch import Tensor

from transformer_core.explain.computation import Step, Term
from transformer_core.explain.kind import Kind, Notation
from transformer_core.explain.kinds.formulas import query_and_key
from transformer_core.explain.reading import (
    UNUSED,
    Dependents,
    Distributed,
    Input,
    Numbers,
    OutputCell,
    Reading,
    ReceivedShare,
)
from transformer_core.variants.alibi import slopes
from transformer_core.variants.relative_bias import bucket


class BucketOfDistance(Reading):
    """The table's number for the head and the bucket that the distance falls into."""

    def bucket(self, step: Step, distance: Tensor) -> Tensor:
        """Like distance."""
        sizes = int(step.constants["num_buckets"]), int(step.constants["max_distance"])
        return bucket(distance, *sizes, bool(step.constants["both_sides"]))

    def terms(self, cell: OutputCell) -> list[Term]:
        return [cell.term("table", int(self.numbers(cell)["bucket"]), cell.index[0])]

    def numbers(self, cell: OutputCell) -> Numbers:
        _, query, key = cell.index
        found = self.bucket(cell.step, torch.tensor(key - query))
        return {"distance": key - query, "bucket": float(found)}

    def dependents(self, number: Input) -> Dependents:
        """All distances of its bucket, in its head."""
        own, head = number.place
        _, queries, keys = number.output.shape
        distance = torch.arange(keys) - torch.arange(queries)[:, None]  # (seq_q, seq_k)
        is_own = self.bucket(number.step, distance) == own
        sizes = torch.where(is_own, 0.0, UNUSED).double()
        return Dependents((head, slice(None), slice(None)), sizes)


def _falling_numbers(cell: OutputCell) -> Numbers:
    head, query, key = cell.index
    slope = float(slopes(int(cell.step.constants["num_heads"]))[head])
    return {"fall": slope, "distance": abs(query - key)}


class SharedHead(Reading):
    """The keys or values of one head, for each head of queries of its group."""

    def terms(self, cell: OutputCell) -> list[Term]:
        head, *place = cell.index
        return [cell.term("x", head // int(cell.step.constants["group"]), *place)]

    def dependents(self, number: Input) -> Dependents:
        head, *place = number.place
        group = int(number.step.constants["group"])
        sizes = torch.full((number.output.size(0),), UNUSED).double()
        sizes[head * group : (head + 1) * group] = 0.0
        return Dependents((slice(None), *place), sizes)

    def distribute(self, received: ReceivedShare) -> Distributed:
        group = int(received.step.constants["group"])
        parts = received.shares.unflatten(-3, (-1, group)).sum(-3)  # (..., kv_heads, seq, d_k)
        yield received.step.inputs["x"], parts


def _kinds() -> Iterator[Kind]:
    yield Kind("distance_bias", BucketOfDistance(), notation=Notation(named=("distance", "bucket")))
    yield Kind(
        "falling_bias",
        Reading(),
        "−{fall} · {distance}",
        lambda _, n: -n["fall"] * n["distance"],
        _falling_numbers,
        Notation(named=("fall", "distance")),
    )
    yield Kind(
        "window_mask",
        Reading(),
        "",
        lambda _, n: float(n["query"] - n["key"] >= n["window"]),
        query_and_key,
    )
    yield Kind("shared_head", SharedHead())


KINDS = (*_kinds(),)
