"""Rotary positions: the speed of each pair, its angle at each position, and the turned numbers."""

from collections.abc import Iterator
from typing import NamedTuple

import torch
from torch import Tensor

from transformer_core.explain.computation import Cell, Computation, Places, Step, Term
from transformer_core.explain.kind import Kind, Notation
from transformer_core.explain.reading import (
    UNUSED,
    Dependents,
    Distributed,
    Input,
    Numbers,
    OutputCell,
    Reading,
    ReceivedShare,
    absolute,
    per_size,
    same_place,
)


class Factors(NamedTuple):
    """What the numbers of a vector are multiplied by when it is turned, at each position.

    own, others: (seq, d_k); of each number itself, and of the other number of its pair.
    partner: (d_k,) whole numbers, the place of that other number; its own where it has none.
    """

    own: Tensor
    others: Tensor
    partner: Tensor


def turning_factors(computation: Computation, step: Step, width: int) -> Factors:
    """The factors of a turn of vectors with this width."""
    angles = computation.tensors[step.inputs["angles"]]  # (seq, pairs) float64
    pairs, amplitude = angles.size(1), step.constants["amplitude"]
    places = torch.arange(2 * pairs)
    first, second = (
        (places[0::2], places[1::2])
        if step.constants["interleaved"]
        else (places[:pairs], places[pairs:])
    )
    partner = torch.arange(width)
    partner[first], partner[second] = second, first
    own = torch.ones(len(angles), width).double()
    others = torch.zeros(len(angles), width).double()
    own[:, first] = own[:, second] = amplitude * angles.cos().float().double()
    others[:, second] = amplitude * angles.sin().float().double()
    others[:, first] = -others[:, second]
    return Factors(own, others, partner)


class Turn(Reading):
    """Each pair of numbers of a query or key, turned by the angle of its position."""

    def _factors(self, computation: Computation, step: Step) -> Factors:
        return turning_factors(computation, step, computation.tensors[step.inputs["x"]].size(-1))

    def terms(self, cell: OutputCell) -> list[Term]:
        factors = self._factors(cell.computation, cell.step)
        *before, position, place = cell.index
        partner = int(factors.partner[place])
        if partner == place:
            return [cell.term("x")]
        return [
            Term(
                (cell.number("x", *before, position, at), float(one[position, place])),
                (Cell(cell.step.inputs["x"], (*before, position, at)), None),
            )
            for at, one in ((place, factors.own), (partner, factors.others))
        ]

    def numbers(self, cell: OutputCell) -> Numbers:
        """Position, pair and angle; angle 0 for a number that is not turned."""
        *_, position, place = cell.index
        angles = cell.tensor("angles")
        pairs = angles.size(1)
        pair = place // 2 if cell.step.constants["interleaved"] else place % pairs
        angle = float(angles[position, pair]) if place < 2 * pairs else 0.0
        return {"position": position, "angle": angle, **cell.step.constants}

    def dependents(self, number: Input) -> Dependents:
        """Both numbers of its pair; of an angle those of that pair in every head."""
        factors = self._factors(number.computation, number.step)
        width = number.output.size(-1)
        if number.role == "angles":
            return self._turned_by(number, factors)
        *before, position, place = number.place
        cells: Places = (*before, position, slice(None))
        sizes, value = torch.full((width,), UNUSED).double(), float(number.tensor[number.place])
        partner = int(factors.partner[place])
        sizes[partner] = abs(value * float(factors.others[position, partner]))
        sizes[place] = abs(value * float(factors.own[position, place]))
        return Dependents(cells, sizes)

    def _turned_by(self, number: Input, factors: Factors) -> Dependents:
        position, pair = number.place
        first = 2 * pair if number.step.constants["interleaved"] else pair
        cells: Places = (*[slice(None)] * (number.output.dim() - 2), position, slice(None))
        sizes = torch.full_like(number.output[cells], UNUSED, dtype=torch.float64)
        sizes[..., [first, int(factors.partner[first])]] = 0.0
        return Dependents(cells, sizes)

    def distribute(self, received: ReceivedShare) -> Distributed:
        """In proportion to the two products."""
        factors = self._factors(received.computation, received.step)
        x = absolute(received.input("x"))  # (heads, seq, d_k)
        own, others = x * factors.own.abs(), x[..., factors.partner] * factors.others.abs()
        each = per_size(received.shares, own + others)
        part = each * own
        part = part + (each * others)[..., factors.partner]
        yield received.step.inputs["x"], part


class Angle(Reading):
    """The position times the speed of the pair."""

    def terms(self, cell: OutputCell) -> list[Term]:
        position, pair = cell.index
        source = Cell(cell.step.inputs["speeds"], (pair,))
        return [Term((float(position), cell.number("speeds", pair)), (None, source))]

    def dependents(self, number: Input) -> Dependents:
        found = same_place(number)
        return Dependents(found.cells, number.output[found.cells].double().abs())


def _speed_numbers(cell: OutputCell) -> Numbers:
    (pair,) = cell.index
    return {"twice": 2 * pair, **cell.step.constants}


def _kinds() -> Iterator[Kind]:
    yield Kind("turn", Turn(), notation=Notation(named=("angle",)))
    yield Kind("rotary_angle", Angle(), notation=Notation(significant=True))
    yield Kind(
        "rotary_speed",
        Reading(),
        "1 / {base}^({twice} / {width}) / {factor}",
        lambda _, n: n["base"] ** (-n["twice"] / n["width"]) / n["factor"],
        _speed_numbers,
        Notation(significant=True),
    )


KINDS = (*_kinds(),)
