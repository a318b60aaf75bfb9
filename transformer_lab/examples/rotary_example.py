"""One query and one key, turned to every position (Su et al., 2021, "RoFormer", section 3.2)."""

import math
from typing import NamedTuple

import torch
from torch import Tensor

from transformer_core.explain.computation import Term
from transformer_core.explain.kind import Kind, Notation, declare
from transformer_core.explain.reading import (
    UNUSED,
    Dependents,
    Input,
    Numbers,
    OutputCell,
    Reading,
)
from transformer_core.positional_encoding import turning_speeds
from transformer_core.variants.rotary_positions import Layout, RotaryPositions


class Rotated(NamedTuple):
    """The query and the key of a word that is at every position, turned, and their products."""

    queries: Tensor
    """(positions, d_k)"""
    keys: Tensor
    """(positions, d_k)"""
    scores: Tensor
    """Queries times keys, (positions, positions)."""


def rotated(
    query: Tensor, key: Tensor, positions: Tensor, base: float, layout: Layout = "interleaved"
) -> Rotated:
    """Turn a query and a key, (1, d_k) each, to all `positions`, (positions,)."""
    rotary = RotaryPositions(query.size(1), base, layout)
    every = (one.expand(len(positions), -1)[None, None] for one in (query, key))
    queries, keys = (one[0, 0] for one in rotary(*every, positions))  # (positions, d_k) each
    return Rotated(queries, keys, queries @ keys.T)


def scores_by_distance(
    query: Tensor, key: Tensor, distances: Tensor, base: float, layout: Layout = "interleaved"
) -> Tensor:
    """The products of a query that is so far after the key with it: (points,).

    Args:
        distances: (points,) from 0, also between whole numbers.
    """
    return rotated(query, key, distances, base, layout).queries @ key[0]


def halves_order(width: int) -> Tensor:
    """The columns in the order of the halves, (width,): the even ones, then the odd ones."""
    return torch.cat([torch.arange(0, width, 2), torch.arange(1, width, 2)])


def pair_of(column: int, width: int, layout: Layout) -> int:
    """The pair that a column belongs to."""
    return column // 2 if layout == "interleaved" else column % (width // 2)


def columns_of(pair: int, width: int, layout: Layout) -> tuple[int, int]:
    """The two columns of a pair."""
    if layout == "interleaved":
        return 2 * pair, 2 * pair + 1
    return pair, pair + width // 2


class TurnedPair(Reading):
    """Both numbers of a pair of x, by the cosine and the sine of the position's angle.

    The constants: `width`, `base`, `start` (the position of row 0) and `halves`, 1 for that layout.
    """

    def columns(self, constants: Numbers, column: int) -> tuple[int, int]:
        """The columns of the pair to which a column belongs."""
        layout: Layout = "halves" if constants["halves"] else "interleaved"
        width = int(constants["width"])
        return columns_of(pair_of(column, width, layout), width, layout)

    def terms(self, cell: OutputCell) -> list[Term]:
        columns, numbers = self.columns(cell.step.constants, cell.index[1]), self.numbers(cell)
        first, second = (cell.term("x", 0, column) for column in columns)
        cos, sin = math.cos(numbers["angle"]), math.sin(numbers["angle"])
        if cell.index[1] == columns[1]:
            return [_times(first, sin), _times(second, cos)]
        taken = _times(second, sin)
        return [_times(first, cos), Term((-1.0, *taken.factors), (None, *taken.cells))]

    def numbers(self, cell: OutputCell) -> Numbers:
        constants = cell.step.constants
        first, _ = self.columns(constants, cell.index[1])
        pair = first if constants["halves"] else first // 2
        width, position = int(constants["width"]), cell.index[0] + constants["start"]
        speed = float(turning_speeds(width, constants["base"])[pair])
        angle = position * speed
        turns = {"angle": angle, "turns": angle / (2 * math.pi)}
        return {**constants, "position": position, "speed": speed, "pair": pair, **turns}

    def dependents(self, number: Input) -> Dependents:
        """Its own column of every row, and its partner's."""
        first, second = self.columns(number.step.constants, number.place[1])
        own = float(number.tensor[number.place])
        sizes = torch.full_like(number.output, UNUSED, dtype=torch.float64)
        for row in range(len(sizes)):
            at = OutputCell(number.computation, number.step, (row, first))
            angle = self.numbers(at)["angle"]
            parts = torch.tensor([math.cos(angle), math.sin(angle)], dtype=torch.float64)
            parts = parts if number.place[1] == first else parts.flip(0)
            sizes[row, [first, second]] = (own * parts).abs()
        return Dependents((slice(None), slice(None)), sizes)


def _times(term: Term, factor: float) -> Term:
    return Term((*term.factors, factor), (*term.cells, None))


declare(Kind("rotary", TurnedPair(), notation=Notation(named=("position", "speed", "angle"))))
