"""What a kind of step reads: from it follow a cell's terms, its dependents and where shares go."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import torch
from torch import Tensor

from transformer_core.explain.computation import Cell, Computation, Places, Step, Term

Numbers = Mapping[str, float]
UNUSED = -1.0


@dataclass(frozen=True)
class OutputCell:
    """A cell of the tensor that a step makes."""

    computation: Computation
    step: Step
    index: tuple[int, ...]

    def tensor(self, role: str) -> Tensor:
        """The input that has this role in the step."""
        return self.computation.tensors[self.step.inputs[role]]

    def place(self, role: str) -> tuple[int, ...]:
        """The same place in an input, which may have 1 or no axis where the output has many."""
        shape = self.tensor(role).shape
        own = self.index[len(self.index) - len(shape) :]
        return tuple(0 if size == 1 else at for at, size in zip(own, shape, strict=True))

    def number(self, role: str, *index: int) -> float:
        """One number of an input; the one at the same place if no index is given."""
        return float(self.tensor(role)[index or self.place(role)])

    def term(self, role: str, *index: int) -> Term:
        """One number of an input as a term."""
        index = index or self.place(role)
        return Term((self.number(role, *index),), (Cell(self.step.inputs[role], index),))


class Input(NamedTuple):
    """A number that goes into a step, at `place` of the tensor that has `role` there.

    `output` is the tensor that the step makes.
    """

    computation: Computation
    step: Step
    output: Tensor
    role: str
    place: tuple[int, ...]

    @property
    def tensor(self) -> Tensor:
        """The tensor that the number is in."""
        return self.computation.tensors[self.step.inputs[self.role]]


class Dependents(NamedTuple):
    """Cells of what a step makes, and how large the number's term is in each of them."""

    cells: Places
    sizes: Tensor
    """An axis for each axis of which `cells` are all; 0 where terms are the same or none is shown,
    UNUSED where the number is not used.
    """


class ReceivedShare(NamedTuple):
    """The shares (..., *shape) that the cells of what a step makes have to distribute.

    They have the tensor's shape, and any axes before it ("...") for several ways at once.
    """

    computation: Computation
    step: Step
    tensor: str
    shares: Tensor

    def input(self, role: str) -> Tensor:
        return self.computation.tensors[self.step.inputs[role]]


Distributed = Iterator[tuple[str, Tensor]]
"""By tensor shares (..., *shape); a tensor that plays two parts in the step comes twice."""


class SingleCells(NamedTuple):
    """Cells of what a step makes that each distribute a share of their own.

    numbers: (n,), each cell's number, counted along the rows. shares: (n,) float64.
    """

    computation: Computation
    step: Step
    tensor: str
    numbers: Tensor
    shares: Tensor

    def input(self, role: str) -> Tensor:
        return self.computation.tensors[self.step.inputs[role]]

    @property
    def places(self) -> tuple[Tensor, ...]:
        """The cells' places along each axis, (n,) each."""
        return torch.unravel_index(self.numbers, self.computation.tensors[self.tensor].shape)

    def dense(self) -> ReceivedShare:
        """The same, with 0 in all other cells: (n, *shape)."""
        made = self.computation.tensors[self.tensor]
        alone = torch.zeros(len(self.numbers), made.numel(), dtype=torch.float64)
        alone[range(len(self.numbers)), self.numbers] = self.shares
        whole = alone.reshape(len(self.numbers), *made.shape)
        return ReceivedShare(self.computation, self.step, self.tensor, whole)


DistributedCells = Iterator[tuple[str, Tensor, Tensor]]
"""By tensor the numbers of the cells that each of n cells passes on to, in order, and the shares
that it passes on to each: (n, m) both.
"""


class Reading:
    """Reads no number as a term, as a rule does that decides by the place.

    Whatever else a reading says must follow from the same description as its terms do: which cells
    use a number of the input with some role, and how the share of each cell is distributed over the
    cells in its terms.
    """

    is_end = False
    """What it makes keeps its share, as an encoding of positions does: it reads no token."""

    def terms(self, cell: OutputCell) -> Sequence[Term]:
        return []

    def numbers(self, cell: OutputCell) -> Numbers:
        """The numbers that belong to the step rather than to a term."""
        return cell.step.constants

    def dependents(self, number: Input) -> Dependents:
        return same_place(number)

    def distribute(self, received: ReceivedShare) -> Distributed:
        """In proportion to the terms' absolute values, one cell after another."""
        computation, step, tensor, shares = received
        lead = shares.dim() - computation.tensors[tensor].dim()
        parts = {
            source: torch.zeros(*shares.shape[:lead], *computation.tensors[source].shape).double()
            for source in step.inputs.values()
            if source in computation.steps
        }
        for place in map(tuple, shares.nonzero().tolist()):
            terms = self.terms(OutputCell(computation, step, place[lead:]))
            # A term that is alone passes everything on, 0 or not.
            values = [term.value if len(terms) > 1 else 1.0 for term in terms]
            sizes = absolute(torch.tensor(values))
            for term, part in zip(terms, per_size(shares[place], sizes.sum()) * sizes, strict=True):
                for cell in term.cells:  # no reading that comes here multiplies two tensors
                    if cell is not None and cell.tensor in parts:
                        parts[cell.tensor][(*place[:lead], *cell.index)] += part
        yield from parts.items()

    def distribute_cells(self, cells: SingleCells) -> DistributedCells:
        """The same as `distribute`, for single cells: to those alone that they are made of, where a
        reading knows them without looking at all others.
        """
        for source, part in self.distribute(cells.dense()):
            shares = part.flatten(1)
            yield source, torch.arange(shares.size(1)).expand_as(shares), shares


def absolute(values: Tensor) -> Tensor:
    """Absolute values in float64; 0 for what is not a number."""
    # In place: memory for another matrix of weights takes longer to get than to fill.
    return values.to(torch.float64, copy=True).abs_().nan_to_num_()


def per_size(shares: Tensor, totals: Tensor) -> Tensor:
    """The share that each 1 of a sum of sizes passes on; nothing where that sum is 0."""
    return torch.where(totals > 0, shares / totals, 0.0)


def alike(number: Input, cells: Places) -> Dependents:
    """These cells, with terms that are all the same."""
    return Dependents(cells, torch.zeros_like(number.output[cells], dtype=torch.float64))


def same_place(number: Input) -> Dependents:
    """The same place, for all of what is made where the number's own tensor has 1 or no axis."""
    own, output = number.tensor.shape, number.output.shape
    missing = len(output) - len(own)
    wide = [one != size for one, size in zip(own, output[missing:], strict=True)]
    cells: list[int | slice] = [slice(None)] * missing
    cells += [slice(None) if w else at for w, at in zip(wide, number.place, strict=True)]
    return alike(number, tuple(cells))


def line(number: Input, axis: int) -> Dependents:
    """A whole row or column, of which its own place is most of all its own."""
    cells = list[int | slice](number.place)
    cells[axis] = slice(None)
    found = alike(number, tuple(cells))
    found.sizes[number.place[axis]] = 1.0
    return found


def own_row(number: Input) -> Dependents:
    """Everything that is computed from its row."""
    cells: Places = (number.place[0], *[slice(None)] * (number.output.dim() - 1))
    return Dependents(cells, number.output[cells].double().abs())
