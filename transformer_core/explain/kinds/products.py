"""Sums of products of two tensors' numbers, declared by the letters of their axes."""

import math
from collections.abc import Iterator, Mapping, Sequence
from types import EllipsisType
from typing import NamedTuple

import torch
from torch import Tensor

from transformer_core.explain.computation import Cell, Computation, Places, Step, Term
from transformer_core.explain.kind import Kind, Notation
from transformer_core.explain.reading import (
    Dependents,
    Distributed,
    DistributedCells,
    Input,
    Numbers,
    OutputCell,
    Reading,
    ReceivedShare,
    SingleCells,
    absolute,
    alike,
    per_size,
)


class Factor(NamedTuple):
    """A tensor whose numbers are factors, and a letter for each axis of those numbers."""

    role: str
    tensor: str
    axes: str
    numbers: Tensor
    """With an axis "h" of heads, also where the tensor has their columns "c" next to each other."""

    def apart(self, d_head: int) -> "Factor":
        """With the columns of each head, if it has columns."""
        if not self.axes.startswith("c"):
            return self
        numbers = self.numbers.unflatten(0, (-1, d_head))
        return self._replace(axes=f"h{self.axes}", numbers=numbers)

    def at(self, index: Sequence[int]) -> dict[str, int]:
        """The places of a cell of the tensor, by letter."""
        if self.axes.startswith("hc"):
            index = (*divmod(index[0], self.numbers.size(1)), *index[1:])
        return dict(zip(self.axes, index, strict=True))

    def part(self, at: Mapping[str, int]) -> Tensor:
        """The numbers at those places, in float64; all of the axes that have none."""
        return self.numbers[places(self.axes, at)].double()

    def lines(self, at: Mapping[str, Tensor]) -> Tensor:
        """For each of n places, (n,) by letter, the numbers of the tensor's cells along the one
        axis that has none: (n, m).
        """
        (along,) = {*self.axes} - at.keys()
        number, step = torch.zeros(1, 1, dtype=torch.long), 1
        for axis, size in zip(reversed(self.axes), reversed(self.numbers.shape), strict=True):
            own = torch.arange(size)[None] if axis == along else at[axis][:, None]
            number, step = number + own * step, step * size
        return number

    def line(self, at: Mapping[str, int]) -> Iterator[tuple[float, Cell]]:
        """The numbers and cells at those places, along the one axis that has none."""
        (along,) = {*self.axes} - at.keys()
        where, index = self.axes.index(along), [at.get(axis, 0) for axis in self.axes]
        for place, number in enumerate(self.part(at).tolist()):
            index[where] = place
            own = tuple(index)
            if self.axes.startswith("hc"):
                own = (own[0] * self.numbers.size(1) + own[1], *own[2:])
            yield number, Cell(self.tensor, own)


def places(axes: str, at: Mapping[str, int]) -> Places:
    """The cells at those places of the axes; all of the axes that have none."""
    return tuple(at.get(axis, slice(None)) for axis in axes)


class Products(Reading):
    """Two roles with a letter for each axis, then those of the output: left qd, right kd -> qk.

    A third role is added to the sum. An attention of several heads has an axis "h" before all of
    them; so has a linear layer that makes heads, whose columns are next to each other in "c".
    """

    def __init__(self, axes: str) -> None:
        inputs, self.axes = axes.split(" -> ")
        self.inputs = [one.split() for one in inputs.split(", ")]

    def factors(self, computation: Computation, step: Step) -> tuple[str, list[Factor]]:
        """The letters of the output, and the inputs laid open axis by axis."""
        inputs = [
            Factor(role, step.inputs[role], axes, computation.tensors[step.inputs[role]])
            for role, axes in self.inputs
        ]
        if "heads" in step.constants:
            d_head = int(step.constants["d_head"])
            return f"h{self.axes}", [one.apart(d_head) for one in inputs]
        if inputs[0].numbers.dim() == 2:
            return self.axes, inputs
        return f"h{self.axes}", [one._replace(axes=f"h{one.axes}") for one in inputs]

    def terms(self, cell: OutputCell) -> list[Term]:
        axes, factors = self.factors(cell.computation, cell.step)
        at = dict(zip(axes, cell.index, strict=True))
        first, second = (factor.line(at) for factor in factors[:2])
        return [
            Term((number, other), (own, others))
            for (number, own), (other, others) in zip(first, second, strict=True)
        ]

    def numbers(self, cell: OutputCell) -> Numbers:
        """What is added."""
        axes, (_, _, *added) = self.factors(cell.computation, cell.step)
        at = dict(zip(axes, cell.index, strict=True))
        return {one.role: float(one.part(at)) for one in added}

    def dependents(self, number: Input) -> Dependents:
        """All sums of products in which it is a factor, or to which it is added."""
        axes, factors = self.factors(number.computation, number.step)
        own = next(one for one in factors if one.role == number.role)
        at = own.at(number.place)
        cells = places(axes, at)
        if own not in factors[:2]:
            return alike(number, cells)
        other = factors[1 - factors.index(own)]
        return Dependents(cells, (other.part(at) * own.part(at)).abs())

    def distribute(self, received: ReceivedShare) -> Distributed:
        """In proportion to the products, with halves for both factors where both were computed."""
        computation, step, _, shares = received
        axes, factors = self.factors(computation, step)
        used = _places_with_shares(axes, shares)
        shares = _taken(f"...{axes}", shares, used)
        first, second = (
            one._replace(numbers=_taken(one.axes, one.numbers, used)) for one in factors[:2]
        )
        sizes, others = absolute(first.numbers), absolute(second.numbers)
        totals = torch.einsum(f"{first.axes},{second.axes}->{axes}", sizes, others)
        computed = [one for one in (first, second) if one.tensor in computation.steps]
        each = per_size(shares, totals) / max(len(computed), 1)
        lead = shares.shape[: shares.dim() - len(axes)]
        for own, other, whole in ((first, second, factors[0]), (second, first, factors[1])):
            if own in computed:
                part = sizes * torch.einsum(f"...{axes},{other.axes}->...{own.axes}", each, others)
                made = _put_back(own.axes, part, used, (*lead, *whole.numbers.shape))
                yield own.tensor, made.reshape(*lead, *computation.tensors[own.tensor].shape)
            sizes, others = others, sizes

    def distribute_cells(self, cells: SingleCells) -> DistributedCells:
        computation, step = cells.computation, cells.step
        axes, factors = self.factors(computation, step)
        at = dict(zip(axes, cells.places, strict=True))
        lines = [one.lines(at) for one in factors[:2]]
        numbers = [
            absolute(one.numbers.reshape(-1)[line])
            for one, line in zip(factors[:2], lines, strict=True)
        ]
        sizes = numbers[0] * numbers[1]  # (n, m)
        computed = [one.tensor in computation.steps for one in factors[:2]]
        each = per_size(cells.shares, sizes.sum(1)) / max(sum(computed), 1)
        for one, line, counts in zip(factors[:2], lines, computed, strict=True):
            if counts:
                yield one.tensor, line, each[:, None] * sizes


def _places_with_shares(axes: str, shares: Tensor) -> dict[str, Tensor]:
    """Along each axis of the output, the places that have something to distribute, where these are
    not all: of the scores of a whole vocabulary it is often one.
    """
    has, lead, used = shares != 0, shares.dim() - len(axes), {}
    for place, axis in enumerate(axes, start=lead):
        others = tuple(one for one in range(shares.dim()) if one != place)
        found = has.any(dim=others).nonzero()[:, 0]
        if len(found) < shares.size(place):
            used[axis] = found
    return used


def _taken(axes: str, numbers: Tensor, used: Mapping[str, Tensor]) -> Tensor:
    """The numbers at these places of the axes."""
    for from_end, axis in enumerate(reversed(axes.removeprefix("...")), start=1):
        if axis in used:
            numbers = numbers.index_select(numbers.dim() - from_end, used[axis])
    return numbers


def _put_back(axes: str, part: Tensor, used: Mapping[str, Tensor], shape: Sequence[int]) -> Tensor:
    """The part at its places of the whole shape, and 0 elsewhere."""
    if used.keys().isdisjoint(axes):
        return part
    whole = torch.zeros(shape, dtype=part.dtype)
    sizes = shape[len(shape) - len(axes) :]
    places = (used.get(axis, torch.arange(size)) for axis, size in zip(axes, sizes, strict=True))
    # Each along an axis of its own, so that together they are a block.
    block: tuple[EllipsisType | Tensor, ...] = (..., *torch.meshgrid(*places, indexing="ij"))
    whole[block] = part
    return whole


def _empty_row(terms: Sequence[Term], _: Numbers) -> str:
    return "" if any(term.factors[0] for term in terms) else "empty_row"


KINDS = (
    Kind("dot_product", Products("left qd, right kd -> qk")),
    Kind("matrix_product", Products("left ri, right ic -> rc")),
    Kind(
        "weighted_sum",
        Products("weights qk, values kd -> qd"),
        notation=Notation(largest_first=True),
        remark=_empty_row,
    ),
    Kind(
        "linear",
        Products("x ri, weight ci, bias c -> rc"),
        "{terms} + {bias}",
        lambda terms, n: math.fsum(terms) + n["bias"],
    ),
    Kind("linear_without_bias", Products("x ri, weight ci -> rc")),
)
