"""Figures of what a head attends to, by which heads can be compared and sorted."""

from collections.abc import Collection, Sequence

import torch
from torch import Tensor

from transformer_core.explain.computation import Term
from transformer_core.explain.kind import Kind, Notation, average, declare, largest
from transformer_core.explain.kinds.same_place import negative
from transformer_core.explain.reading import (
    UNUSED,
    Dependents,
    Input,
    Numbers,
    OutputCell,
    Reading,
    alike,
)
from transformer_lab.measures.entropy import attention_entropy


def head_patterns(
    weights: Tensor, alignment: Sequence[Collection[int]] | None = None
) -> dict[str, Tensor]:
    """The spread of every head's attention, on average over the queries.

    Args:
        weights: (layers, heads, seq_q, seq_k).
        alignment: for each query the keys that belong to it, if that is known.

    Returns: figures of shape (layers, heads). "entropy", in bits. Where queries and keys are the
        same tokens, the weight on "same" and on "previous" ones. With an alignment, the weight on
        the "aligned" keys, over the queries that have any.
    """
    patterns = {"entropy": attention_entropy(weights).mean(-1)}
    if weights.size(-2) == weights.size(-1):
        patterns["same"] = _mean_of_diagonal(weights, 0)
        patterns["previous"] = _mean_of_diagonal(weights, -1)
    if alignment is not None and any(alignment):
        patterns["aligned"] = _aligned(weights, alignment)
    return patterns


def _mean_of_diagonal(weights: Tensor, offset: int) -> Tensor:
    diagonal = weights.diagonal(offset, dim1=-2, dim2=-1)  # (layers, heads, queries)
    if diagonal.size(-1) == 0:
        return weights.new_zeros(weights.shape[:2])
    return diagonal.mean(-1)


def _aligned(weights: Tensor, alignment: Sequence[Collection[int]]) -> Tensor:
    belongs = torch.zeros(weights.shape[-2:])  # (seq_q, seq_k)
    for query, keys in enumerate(alignment[: weights.size(-2)]):
        belongs[query, [key for key in keys if key < weights.size(-1)]] = 1.0
    counted = belongs.any(-1)  # (seq_q,)
    on_them = (weights * belongs).sum(-1)[..., counted]  # (layers, heads, counted)
    return on_them.mean(-1) if counted.any() else weights.new_zeros(weights.shape[:2])


def combined(weights: Tensor, how: str) -> Tensor:
    """Several heads as one picture.

    Args:
        weights: (heads, seq_q, seq_k), at least one head.
        how: "average", "maximum", or "difference": the first head minus the second.

    Returns: (seq_q, seq_k); all zeros for the difference of a single head.
    Raises: ValueError for another word.
    """
    if how == "average":
        return weights.mean(0)
    if how == "maximum":
        return weights.amax(0)
    if how == "difference":
        return weights[0] - weights[1] if len(weights) > 1 else torch.zeros_like(weights[0])
    raise ValueError(f"how must be average, maximum or difference, got {how!r}")


class OfHeads(Reading):
    """The same place of several heads, the second with a minus where they are compared."""

    def __init__(self, *, compared: bool = False) -> None:
        self.compared = compared

    def terms(self, cell: OutputCell) -> list[Term]:
        heads = cell.tensor("heads").tolist()
        terms = [cell.term("x", head, *cell.index) for head in heads]
        return [terms[0], negative(terms[1])] if self.compared else terms

    def dependents(self, number: Input) -> Dependents:
        if number.role == "heads":
            return alike(number, (slice(None),) * number.output.dim())
        head, *index = number.place
        found = alike(number, tuple(index))
        if head not in number.computation.tensors[number.step.inputs["heads"]]:
            found.sizes.fill_(UNUSED)
        return found


def _count(cell: OutputCell) -> Numbers:
    return {"count": len(cell.tensor("heads"))}


_OF_WEIGHTS = Notation(of_weights=True)

declare(
    Kind("mean", OfHeads(), "({terms}) / {count}", average, _count, _OF_WEIGHTS),
    Kind("maximum", OfHeads(), "max({list})", largest, notation=_OF_WEIGHTS),
    Kind("difference_of_heads", OfHeads(compared=True)),
)
