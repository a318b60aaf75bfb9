"""Whether a learner has reached what a step asks for, on his own setting and numbers."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np
from msgspec import Struct

from ui.answer.page_handler import PageHandler
from ui.lesson.lesson import Condition, Label, Number
from ui.picture.matrix_view.matrix import Axis, Matrix, Tiles
from ui.share.link_contents import field_in_words
from ui.share.matrix_file import boards_of
from ui.state.address import State

_COUNTED = re.compile(r" \(\d+\)$")
"""What tells two equal words apart on an axis."""


class Result(Struct, frozen=True):
    """Whether a condition holds, and the value that decides it; None where there is none."""

    holds: bool
    value: float | int | str | bool | None = None
    name: str = ""
    """What the value is of, as the page calls it; empty where it has no name there."""
    other: float | None = None
    """The number of the page that it is compared with."""
    other_name: str = ""
    wanted: float | None = None
    """The number that the value should be near, where the lesson gives one."""


def results_of(
    conditions: Sequence[Condition], handler: PageHandler, state: State[Any]
) -> list[Result]:
    """Return whether each condition holds of a page's state. A number that the page does not have
    there (another matrix is shown, a row is not there any more) fulfils nothing.
    """
    reader = _Reader(handler, state)
    return [reader.result(condition) for condition in conditions]


def reached_in_words(
    conditions: Sequence[Condition], results: Sequence[Result], handler: PageHandler, state: Any
) -> str:
    """Return what a learner has on his page of that which a step asks for: his answer to it."""
    said = []
    for condition, result in zip(conditions, results, strict=True):
        if condition.setting in state.setting.to_json():
            label, value = field_in_words(handler.text, state.setting, condition.setting)
            said.append(f"{label}: {value}" if value else label)
        elif isinstance(result.value, int | float):
            name = condition.matrix or condition.tensor or condition.result
            matrix = matrix_shown(handler, state, condition.matrix) if condition.matrix else None
            said.append(f"{(matrix and matrix.name) or name}: {result.value:.4g}")
    return " · ".join(dict.fromkeys(said))


class _Reader:
    """Reads values of one state; nothing is computed that no condition asks for."""

    def __init__(self, handler: PageHandler, state: State[Any]) -> None:
        self.handler, self.state = handler, state

    def result(self, condition: Condition) -> Result:
        value, others = self.value(condition), self._others(condition)
        if value is None or None in others.values():
            return Result(False)
        holds, name = all(_holding(condition, value, others)), self._name(condition)
        for comparison, other in others.items():
            compared = self._name(other_of(condition, getattr(condition, comparison)))
            return Result(holds, value, name, other, compared)
        wanted = condition.near if isinstance(condition.near, int | float) else None
        return Result(holds, value, name, wanted=wanted)

    def value(self, number: Number) -> float | int | str | bool | None:
        if number.setting:
            return self.state.setting.to_json().get(number.setting)
        if number.tensor:
            return self._in_tensor(number.tensor, number.at)
        if number.result:
            return self.handler.page.results(self.state.setting).get(number.result)
        matrix = matrix_shown(self.handler, self.state, number.matrix)
        return None if matrix is None else _in_matrix(matrix, number)

    def _name(self, number: Number) -> str:
        """The page's name of a number: the field's label, or matrix, row and column."""
        if number.setting in self.state.setting.to_json():
            return field_in_words(self.handler.text, self.state.setting, number.setting)[0]
        matrix = number.matrix and matrix_shown(self.handler, self.state, number.matrix)
        if not matrix:
            return ""
        places = [one for one in (number.row, number.col) if one is not None]
        return f"{matrix.name or matrix.id}[{', '.join(map(str, places))}]"

    def _others(self, condition: Condition) -> dict[str, float | None]:
        """The numbers of the page that a condition compares with, by the comparison."""
        found = {name: getattr(condition, name) for name in NUMERIC}
        values = {
            name: self.value(other_of(condition, one))
            for name, one in found.items()
            if isinstance(one, Number)
        }
        return {
            name: float(one) if isinstance(one, int | float) else None
            for name, one in values.items()
        }

    def _in_tensor(self, name: str, at: Sequence[int]) -> float | None:
        tensor = self.handler.page.tensors(self.state.setting).get(name)
        if tensor is None or tensor.dim() != len(at):
            return None
        place = tuple(number - 1 for number in at)
        if any(index >= size for index, size in zip(place, tensor.shape, strict=True)):
            return None
        return float(tensor[place])


def matrix_shown(handler: PageHandler, state: State[Any], name: str) -> Matrix | None:
    """Return a matrix that a page shows in a state, by its id; None if it shows none of it."""
    return next((one for one in matrices_shown(handler, state) if one.id == name), None)


def matrices_shown(handler: PageHandler, state: State[Any]) -> Iterator[Matrix]:
    """Yield every matrix that a page shows in a state."""
    for area in handler.answer(state).areas.values():
        for board in boards_of(area.parts()):
            yield from (item for item in board.items if isinstance(item, Matrix))


def other_of(condition: Condition, other: Number) -> Number:
    """Return what a condition compares with, with all that it takes over from the condition."""
    subjects = {name: getattr(other, name) for name in SUBJECTS}
    if not any(subjects.values()):
        subjects = {name: getattr(condition, name) for name in SUBJECTS}
    row = condition.row if other.row is None else other.row
    col = condition.col if other.col is None else other.col
    return Number(**subjects, row=row, col=col, at=other.at or condition.at)


def _in_matrix(matrix: Matrix, condition: Number) -> float | str | None:
    """The number at a row and column; with `largest`, the label of the row's largest number."""
    values = np.asarray(matrix.values, dtype=float)
    if isinstance(matrix, Tiles):
        return None
    row = place_of(condition.row, matrix.rows, values.shape[0])
    if row is None:
        return None
    if isinstance(condition, Condition) and condition.largest is not None:
        col = place_of(condition.largest, matrix.cols, values.shape[1])
        is_largest = col is not None and values[row, col] == values[row].max()
        return str(condition.largest) if is_largest else None
    col = place_of(condition.col, matrix.cols, values.shape[1])
    return None if col is None else float(values[row, col])


def place_of(label: Label | None, axis: Axis, count: int) -> int | None:
    """Return the index of a row or column as the page names it: a word or number that is its label
    (the first of several equal ones); a number where the axis counts, from where it counts (many
    axes count from 0); else a number that is counted from 1. None if there is none.
    """
    labels = list(axis.labels or ())
    for names in (labels, [_COUNTED.sub("", one) for one in labels]):
        if str(label) in names:
            return names.index(str(label))
    if not isinstance(label, int):
        return None
    place = label - (1 if labels else axis.first)
    return place if 0 <= place < count else None


def _holding(
    condition: Condition, value: Any, others: Mapping[str, float | None]
) -> Iterator[bool]:
    if condition.largest is not None:
        yield value == str(condition.largest)
    if condition.equals is not None:
        yield _same(value, condition.equals)
    if condition.differs is not None:
        yield not _same(value, condition.differs)
    for name, holds in NUMERIC.items():
        wanted = others.get(name, getattr(condition, name))
        if wanted is not None:
            yield not isinstance(value, str) and holds(value, wanted, condition.within)


def _same(value: Any, wanted: Any) -> bool:
    """Whether a value is the wanted one; a number of a matrix to five decimals."""
    if isinstance(value, bool) or isinstance(wanted, bool):
        return value is wanted
    if isinstance(value, float) and isinstance(wanted, int | float):
        return abs(value - wanted) <= 1e-5
    return bool(value == wanted)


SUBJECTS = ("setting", "matrix", "tensor", "result")
"""What a number can be of: exactly one of these."""
NUMERIC: Mapping[str, Any] = {
    "above": lambda value, wanted, within: value > wanted,
    "below": lambda value, wanted, within: value < wanted,
    "near": lambda value, wanted, within: abs(value - wanted) <= within,
}
