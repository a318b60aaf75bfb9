"""Steps place by place: one or two numbers at the same place make the next."""

import math
from collections.abc import Sequence

import torch
from torch import Tensor

from transformer_core.explain.computation import Term
from transformer_core.explain.kind import Kind, Notation, largest
from transformer_core.explain.reading import (
    Distributed,
    DistributedCells,
    Numbers,
    OutputCell,
    Reading,
    ReceivedShare,
    SingleCells,
    absolute,
    per_size,
)


class SamePlace(Reading):
    """The number at the same place of each of these roles, with a minus before one of them.

    A tensor with one row has the same row for all. Other roles, such as a mask, are read there too,
    but are no terms.
    """

    def __init__(self, *roles: str, minus: str = "") -> None:
        self.roles, self.minus = roles, minus

    def terms(self, cell: OutputCell) -> list[Term]:
        terms = {role: cell.term(role) for role in self.roles}
        return [negative(one) if role == self.minus else one for role, one in terms.items()]

    def numbers(self, cell: OutputCell) -> Numbers:
        others = cell.step.inputs.keys() - {*self.roles}
        return {**cell.step.constants, **{role: cell.number(role) for role in others}}

    def distribute(self, received: ReceivedShare) -> Distributed:
        """All of it to the one number, or to both in proportion to their absolute values."""
        inputs = [received.input(role) for role in self.roles]
        parts = [received.shares]
        if len(inputs) > 1 and _are_cells_alone(received, inputs):
            parts = _cell_by_cell(received.shares, inputs)
        elif len(inputs) > 1:
            sizes = [absolute(tensor) for tensor in inputs]
            each = per_size(received.shares, sum(sizes[1:], sizes[0]))
            parts = [each * size for size in sizes]
        for role, tensor, part in zip(self.roles, inputs, parts, strict=True):
            yield received.step.inputs[role], summed_to(tensor, part, received)

    def distribute_cells(self, cells: SingleCells) -> DistributedCells:
        inputs = [cells.input(role) for role in self.roles]
        numbers = [same_cells(cells, tensor) for tensor in inputs]
        parts = [cells.shares]
        if len(inputs) > 1:
            pairs = zip(inputs, numbers, strict=True)
            sizes = [absolute(tensor.reshape(-1)[own]) for tensor, own in pairs]
            each = per_size(cells.shares, sum(sizes[1:], sizes[0]))
            parts = [each * size for size in sizes]
        for role, own, part in zip(self.roles, numbers, parts, strict=True):
            yield cells.step.inputs[role], own[:, None], part[:, None]


def same_cells(cells: SingleCells, tensor: Tensor) -> Tensor:
    """The numbers (n,) of the cells at the same places of an input, which may have 1 or no axis
    where what is made has many.
    """
    number = torch.zeros_like(cells.numbers)
    own = cells.places[len(cells.places) - tensor.dim() :]
    for place, size in zip(own, tensor.shape, strict=True):
        number = number * size + (place if size > 1 else 0)
    return number


def _are_cells_alone(received: ReceivedShare, inputs: Sequence[Tensor]) -> bool:
    """Whether there are several shares to distribute, and every input has the output's shape."""
    own = received.computation.tensors[received.tensor]
    return received.shares.dim() > own.dim() and all(one.shape == own.shape for one in inputs)


def _cell_by_cell(shares: Tensor, inputs: Sequence[Tensor]) -> list[Tensor]:
    """The same, computed only where there is something to distribute: mostly in one cell of each.

    shares: (n, ...), with axes as of each input.
    """
    found = shares.nonzero(as_tuple=True)
    sizes = [absolute(tensor[found[1:]]) for tensor in inputs]
    each = per_size(shares[found], sum(sizes[1:], sizes[0]))
    parts = [torch.zeros_like(shares) for _ in inputs]
    for part, size in zip(parts, sizes, strict=True):
        part[found] = each * size
    return parts


def summed_to(tensor: Tensor, part: Tensor, received: ReceivedShare) -> Tensor:
    """The share of a tensor that has 1 or no axis where the output has many."""
    lead = part.dim() - received.computation.tensors[received.tensor].dim()
    missing = part.dim() - lead - tensor.dim()
    if missing:
        part = part.sum(dim=tuple(range(lead, lead + missing)))
    return part.sum_to_size(*part.shape[:lead], *tensor.shape)


class EveryInput(SamePlace):
    """The number at the same place of every input, however many there are."""

    def terms(self, cell: OutputCell) -> list[Term]:
        return [cell.term(role) for role in cell.step.inputs]

    def numbers(self, cell: OutputCell) -> Numbers:
        return cell.step.constants

    def distribute(self, received: ReceivedShare) -> Distributed:
        return SamePlace(*received.step.inputs).distribute(received)

    def distribute_cells(self, cells: SingleCells) -> DistributedCells:
        return SamePlace(*cells.step.inputs).distribute_cells(cells)


def negative(term: Term) -> Term:
    return Term((-1.0, *term.factors), (None, *term.cells))


def _hidden(cell: OutputCell) -> Numbers:
    hidden = cell.number("mask")
    return {"hidden": hidden, "M": -math.inf if hidden else 0.0}


X = SamePlace("x")

KINDS = (
    Kind("copy", X),
    Kind("scaling", X, "{terms} · {factor}", lambda terms, n: terms[0] * n["factor"]),
    Kind(
        "masking",
        X,
        "{terms} + {M}",
        lambda terms, n: terms[0] + n["M"],
        _hidden,
        remark=lambda _, n: "hidden_cell" if n["hidden"] else "",
    ),
    Kind("relu", X, "max(0, {terms})", lambda terms, _: max(0.0, terms[0])),
    Kind(
        "dropout",
        X,
        "{terms} · {kept}",
        lambda terms, n: terms[0] * n["kept"],
        notation=Notation(named=("kept",)),
        remark=lambda _, n: "" if n["kept"] else "dropped",
    ),
    Kind("switching", X, "{terms} · {on}", lambda terms, n: terms[0] * n["on"]),
    Kind("sum", SamePlace("x", "y")),
    Kind("difference", SamePlace("x", "y", minus="y")),
    Kind("sum_of_parts", EveryInput()),
    Kind("decoder_mask", SamePlace("padding", "look_ahead"), "max({list})", largest),
    Kind("joined_masks", EveryInput(), "max({list})", largest),
)
