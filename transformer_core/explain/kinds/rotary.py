"""Rotary positions: the speed of each pair, its angle at each position, and the turned numbers."""

from collections.abc import Iterator
from typing import NamedTuple

import torch
from torch import Tensor

from transformer_core.explain.computation import Cell, Computation, Places, Step, Term
from transformer_core.explain.kind import Kind, Notation
from transformer_core.explain.kinds.same_place import negative, same_cells, summed_to
from transformer_core.explain.reading import (
    UNUSED,
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
    per_size,
    same_place,
)
from transformer_core.variants.rotary_positions import Layout, columns_of, pair_of


class Turning(NamedTuple):
    """What the numbers of a vector are multiplied by when it is turned, at each position.

    cos, sin: (seq, width); cos is of each number itself, sin of the other number of its pair.
    partner: (width,) whole numbers, the place of that other number; its own where it has none.
    first: the places from which that product is taken away.
    """

    cos: Tensor
    sin: Tensor
    partner: Tensor
    first: Tensor

    @classmethod
    def of(cls, computation: Computation, step: Step) -> "Turning":
        width = computation.tensors[step.inputs["x"]].size(-1)
        angles = computation.tensors[step.inputs["angles"]]  # (seq, pairs) float64
        pairs, amplitude = angles.size(1), step.constants["amplitude"]
        first, second = columns_of(torch.arange(pairs), pairs, _layout(step))
        partner = torch.arange(width)
        partner[first], partner[second] = second, first
        cos, sin = torch.ones(len(angles), width).double(), torch.zeros(len(angles), width).double()
        cos[:, first] = cos[:, second] = amplitude * angles.cos().float().double()
        sin[:, first] = sin[:, second] = amplitude * angles.sin().float().double()
        return cls(cos, sin, partner, first)

    def sizes(self, x: Tensor) -> tuple[Tensor, Tensor]:
        """The sizes of both products in each number of x when turned: (..., seq, width) each."""
        x = absolute(x)
        return x * self.cos.abs(), x[..., self.partner] * self.sin.abs()


class Turn(Reading):
    """Each pair of numbers of a query or key, turned by the angle of its position.

    x has one row where the same vector is at every position.
    """

    def terms(self, cell: OutputCell) -> list[Term]:
        turning = Turning.of(cell.computation, cell.step)
        *before, row, place = cell.place("x")
        position, partner = cell.index[-2], int(turning.partner[place])
        if partner == place:
            return [cell.term("x")]
        angle = Cell(cell.step.inputs["angles"], (position, self._pair(cell)))
        own, other = (
            Term((float(factor[position, place]), *x.factors), (angle, *x.cells))
            for factor, x in (
                (turning.cos, cell.term("x", *before, row, place)),
                (turning.sin, cell.term("x", *before, row, partner)),
            )
        )
        return [own, negative(other) if place in turning.first else other]

    def _pair(self, cell: OutputCell) -> int:
        return pair_of(cell.index[-1], cell.tensor("angles").size(1), _layout(cell.step))

    def numbers(self, cell: OutputCell) -> Numbers:
        """The angle; 0 for a number that is not turned."""
        angles = cell.tensor("angles")
        is_turned = cell.index[-1] < 2 * angles.size(1)
        angle = float(angles[cell.index[-2], self._pair(cell)]) if is_turned else 0.0
        return {"angle": angle, **cell.step.constants}

    def dependents(self, number: Input) -> Dependents:
        """Both numbers of its pair; of an angle those of that pair in every head."""
        turning = Turning.of(number.computation, number.step)
        own, other = turning.sizes(number.computation.tensors[number.step.inputs["x"]])
        if number.role == "angles":
            position, pair = number.place
            pairs = number.tensor.size(1)
            places = [*columns_of(pair, pairs, _layout(number.step))]
            cells: Places = (*[slice(None)] * (number.output.dim() - 2), position, slice(None))
            products = {place: torch.maximum(own, other) for place in places}
        else:
            *before, row, place = number.place
            cells = (*before, slice(None) if number.tensor.size(-2) == 1 else row, slice(None))
            products = {int(turning.partner[place]): other, place: own}
        sizes = torch.full_like(number.output[cells], UNUSED, dtype=torch.float64)
        for at, product in products.items():
            sizes[..., at] = product[cells][..., at]
        return Dependents(cells, sizes)

    def distribute(self, received: ReceivedShare) -> Distributed:
        """In proportion to the two products."""
        turning, x = Turning.of(received.computation, received.step), received.input("x")
        own, other = turning.sizes(x)  # (heads, seq, d_k)
        each = per_size(received.shares, own + other)
        part = each * own
        part = part + (each * other)[..., turning.partner]
        yield received.step.inputs["x"], summed_to(x, part, received)

    def distribute_cells(self, cells: SingleCells) -> DistributedCells:
        turning, x = Turning.of(cells.computation, cells.step), cells.input("x")
        own = same_cells(cells, x)
        row, place = cells.places[-2], cells.places[-1]
        partner = own - place + turning.partner[place]
        flat = x.reshape(-1)
        sizes = (
            absolute(flat[own]) * turning.cos[row, place].abs(),
            absolute(flat[partner]) * turning.sin[row, place].abs(),
        )
        each = per_size(cells.shares, sizes[0] + sizes[1])
        numbers, parts = torch.stack([own, partner], 1), torch.stack([each * s for s in sizes], 1)
        # In order; what is not turned has itself as its partner, and passes on 0 to it.
        order = numbers.argsort(dim=1, stable=True)
        yield cells.step.inputs["x"], numbers.gather(1, order), parts.gather(1, order)


def _layout(step: Step) -> Layout:
    return "interleaved" if step.constants["interleaved"] else "halves"


class Angle(Reading):
    """The position, of which the first is the constant `start`, times the speed of the pair."""

    def terms(self, cell: OutputCell) -> list[Term]:
        speed = cell.term("speeds")
        position = cell.step.constants["start"] + cell.index[0]
        return [Term((position, *speed.factors), (None, *speed.cells))]

    def dependents(self, number: Input) -> Dependents:
        found = same_place(number)
        return Dependents(found.cells, number.output[found.cells].double().abs())


def _speed_numbers(cell: OutputCell) -> Numbers:
    return {"twice": 2 * cell.index[-1], **cell.step.constants}


def _kinds() -> Iterator[Kind]:
    yield Kind("rotary", Turn(), notation=Notation(named=("angle",)))
    yield Kind("rotary_angle", Angle(), notation=Notation(significant=True))
    yield Kind(
        "rotary_speed",
        Reading(),
        lambda n: "1 / {base}^({twice} / {width})" + (" / {factor}" if n["factor"] != 1 else ""),
        lambda _, n: n["base"] ** (-n["twice"] / n["width"]) / n["factor"],
        _speed_numbers,
        Notation(significant=True),
    )


KINDS = (*_kinds(),)
