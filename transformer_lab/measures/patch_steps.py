"""How far the vectors of a patched forward have moved, step by step."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

import torch
from torch import Tensor

import transformer_lab.measures.summary_steps  # noqa: F401  # declares "row_length"
from transformer_core.explain.computation import Cell, Computation, Step, Term
from transformer_core.explain.kind import Kind, declare
from transformer_core.explain.kinds.same_place import SamePlace
from transformer_core.explain.reading import Numbers, OutputCell, Reading
from transformer_lab.measures.patching import moved

UNPATCHED, APART, DISTANCE, LENGTH, MOVED = (
    "unpatched", "apart", "distance", "length", "moved",
)  # fmt: skip
"""What is added for each vector "decoder.layers.0.residual_2": "unpatched.decoder.layers..." and so
on, (seq, d_model); the last three are (seq, 1).
"""


class MoveOf(NamedTuple):
    """A tensor that was added: what it is, and of which vectors."""

    part: str
    name: str

    @classmethod
    def of(cls, tensor: str) -> "MoveOf | None":
        """None of any other tensor."""
        part, _, name = tensor.partition(".")
        return cls(part, name) if part in (UNPATCHED, APART, DISTANCE, LENGTH, MOVED) else None


class ByLength(Reading):
    """A distance, for the share that it is of a length."""

    def terms(self, cell: OutputCell) -> list[Term]:
        return [cell.term("distance")]

    def numbers(self, cell: OutputCell) -> Numbers:
        return {"length": cell.number("length")}


def _share(terms: Sequence[float], n: Numbers) -> float:
    return terms[0] / n["length"] if n["length"] else 0.0


declare(
    Kind("moved_by", SamePlace("x", "y", minus="y")),
    Kind("share_of_length", ByLength(), "{terms} / {length}", _share),
)


def with_moves(
    patched: Computation,
    before: Mapping[str, Tensor],
    names: Sequence[str],
    by_hand: Collection[Cell] = (),
) -> Computation:
    """A patched forward, and how far its vectors are from those without the patch.

    Args:
        before: (seq, d_model) by name, without the patch; they are given, not explained.
        names: the vectors between layers, see `logit_lens.stream_names`.
        by_hand: the cells that were put in, where the computation does not say so.
    """
    tensors, steps = dict(patched.tensors), dict(patched.steps)
    for name in names:
        old, new = before[name], patched.tensors[name]
        own = {part: f"{part}.{name}" for part in (UNPATCHED, APART, DISTANCE, LENGTH, MOVED)}
        apart = new - old
        made = (old, apart, _length(apart), _length(old), moved(old, new)[:, None])
        tensors |= dict(zip(own.values(), made, strict=True))
        steps |= {
            own[APART]: Step("moved_by", {"x": name, "y": own[UNPATCHED]}),
            own[DISTANCE]: Step("row_length", {"x": own[APART]}),
            own[LENGTH]: Step("row_length", {"x": own[UNPATCHED]}),
            own[MOVED]: Step("share_of_length", {"distance": own[DISTANCE], "length": own[LENGTH]}),
        }
    return replace(patched, tensors=tensors, steps=steps, by_hand={*patched.by_hand} | {*by_hand})


def _length(x: Tensor) -> Tensor:
    return torch.linalg.vector_norm(x, dim=-1, keepdim=True)  # (seq, 1)
