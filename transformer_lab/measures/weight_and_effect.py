"""Where the numbers of "What attention does not say" come from: their kinds of steps."""

import math
from collections.abc import Sequence

from transformer_core.explain.computation import Cell, Term
from transformer_core.explain.kind import Kind, Notation, declare
from transformer_core.explain.kinds.products import Products
from transformer_core.explain.kinds.same_place import negative
from transformer_core.explain.reading import (
    UNUSED,
    Dependents,
    Input,
    Numbers,
    OutputCell,
    Reading,
    alike,
    line,
)


class OfRow(Reading):
    """All numbers of a row of x, for the only number of the row that is made; or their squares."""

    def __init__(self, power: int = 1) -> None:
        self.power = power

    def terms(self, cell: OutputCell) -> list[Term]:
        name, row = cell.step.inputs["x"], cell.index[:-1]
        numbers = cell.tensor("x")[row].tolist()
        places = (Cell(name, (*row, at)) for at in range(len(numbers)))
        return [
            Term((number,) * self.power, (place, *[None] * (self.power - 1)))
            for number, place in zip(numbers, places, strict=True)
        ]

    def dependents(self, number: Input) -> Dependents:
        return alike(number, (*number.place[:-1], 0))


class WeightedLength(Reading):
    """A query's weight on a key times the length of what the key passes on, by head."""

    def terms(self, cell: OutputCell) -> list[Term]:
        head, key, _ = cell.index
        weight, length = (head, int(cell.step.constants["query"]), key), cell.index
        first, second = cell.term("weights", *weight), cell.term("lengths", *length)
        return [Term((*first.factors, *second.factors), (*first.cells, *second.cells))]

    def numbers(self, cell: OutputCell) -> Numbers:
        return {}

    def dependents(self, number: Input) -> Dependents:
        if number.role == "lengths":
            return alike(number, number.place)
        head, query, key = number.place
        found = alike(number, (head, key, 0))
        if query != number.step.constants["query"]:
            found.sizes.fill_(UNUSED)
        return found


class OfColumn(Reading):
    """The numbers of a head's column, for the share that one of them has."""

    def terms(self, cell: OutputCell) -> list[Term]:
        head, _, col = cell.index
        return [cell.term("x", head, key, col) for key in range(cell.tensor("x").size(1))]

    def numbers(self, cell: OutputCell) -> Numbers:
        return {"x": cell.number("x")}

    def dependents(self, number: Input) -> Dependents:
        return line(number, -2)


class LogProbability(Reading):
    """The logit of the token that follows, and the logarithm of the sum over the vocabulary."""

    def _token(self, cell: OutputCell) -> tuple[int, ...]:
        """The place of the token's logit; `ids` has the token of each position."""
        position = cell.index[-1]
        token = int(cell.number("ids", position))
        lead = cell.index[:-1] if cell.tensor("logits").dim() > 2 else ()
        return (*lead, position, token)

    def terms(self, cell: OutputCell) -> list[Term]:
        return [cell.term("logits", *self._token(cell))]

    def numbers(self, cell: OutputCell) -> Numbers:
        row = cell.tensor("logits")[self._token(cell)[:-1]]
        return {"log_sum": float(row.double().logsumexp(-1))}

    def dependents(self, number: Input) -> Dependents:
        if number.role == "ids":
            return alike(number, (slice(None), number.place[0]))
        *lead, position, _ = number.place
        return alike(number, (*(lead or [0]), position))


class AtPosition(Reading):
    """The number of one position of the same row."""

    def terms(self, cell: OutputCell) -> list[Term]:
        return [cell.term("x", cell.index[0], int(cell.step.constants["position"]))]

    def numbers(self, cell: OutputCell) -> Numbers:
        return {}

    def dependents(self, number: Input) -> Dependents:
        found = alike(number, (number.place[0], 0))
        if number.place[1] != number.step.constants["position"]:
            found.sizes.fill_(UNUSED)
        return found


class BeforeHiding(Reading):
    """The number of the whole sentence, which counts for all rows, minus that of each row."""

    def terms(self, cell: OutputCell) -> list[Term]:
        without, whole = cell.term("without"), cell.term("whole", 0, 0)
        return [without, negative(whole)]

    def dependents(self, number: Input) -> Dependents:
        rows: int | slice = slice(None) if number.role == "whole" else number.place[0]
        return alike(number, (rows, 0))


class Place(Reading):
    """The numbers of a column, of which those of a larger absolute value are counted; or those of
    one query of one head, where the constants name them.
    """

    def terms(self, cell: OutputCell) -> list[Term]:
        x, place = cell.tensor("x"), cell.index[0]
        if "query" not in cell.step.constants:
            return [cell.term("x", *_lead(cell), row, 0) for row in _from(place, x.size(-2))]
        return [cell.term("x", *_lead(cell), key) for key in _from(place, x.size(-1))]

    def numbers(self, cell: OutputCell) -> Numbers:
        own, *others = (abs(term.value) for term in self.terms(cell))
        return {"larger": sum(other > own for other in others)}

    def dependents(self, number: Input) -> Dependents:
        constants = number.step.constants
        *lead, at = number.place if "query" in constants else number.place[:-1]
        wanted = [constants[name] for name in ("head", "query") if name in constants]
        found = alike(number, (slice(None), 0))
        if lead != wanted:
            found.sizes.fill_(UNUSED)
        else:
            found.sizes[at] = 1.0
        return found


def _lead(cell: OutputCell) -> tuple[int, ...]:
    """The head and the query, as far as the constants name them."""
    constants = cell.step.constants
    return tuple(int(constants[name]) for name in ("head", "query") if name in constants)


def _from(place: int, count: int) -> list[int]:
    """All places of a column, its own first."""
    return [place, *(at for at in range(count) if at != place)]


def _share(terms: Sequence[float], n: Numbers) -> float:
    total = math.fsum(terms)
    return n["x"] / total if total else 0.0


def _root(terms: Sequence[float], _: Numbers) -> float:
    return math.sqrt(math.fsum(terms))


def _minus_log_sum(terms: Sequence[float], n: Numbers) -> float:
    return terms[0] - n["log_sum"]


def _exponential(terms: Sequence[float], _: Numbers) -> float:
    return math.exp(terms[0])


declare(
    Kind("passed_on", Products("values kd, W_O md -> km")),
    Kind("vector_length", OfRow(2), "√({terms})", _root, notation=Notation(largest_first=True)),
    Kind("weighted_length", WeightedLength()),
    Kind("share_of_column", OfColumn(), "{x} / ({terms})", _share),
    Kind("log_probability", LogProbability(), "{terms} − {log_sum}", _minus_log_sum,
         notation=Notation(named=("log_sum",))),
    Kind("probability_at", AtPosition(), "e^({terms})", _exponential),
    Kind("row_total", OfRow()),
    Kind("change_by_hiding", BeforeHiding()),
    Kind("place", Place(), "1 + {larger}", lambda _, n: 1 + n["larger"]),
)  # fmt: skip
