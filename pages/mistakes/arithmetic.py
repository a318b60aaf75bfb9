"""The arithmetic of the right and the wrong number in a cell, side by side."""

import math

from torch import Tensor

from pages.mistakes.comparing import Compared
from pages.mistakes.names import MistakeNames
from transformer_core.explain.computation import Cell, Computation
from transformer_core.explain.explanation import explain
from transformer_lab.mistakes import largest_difference
from transformer_lab.mistakes.mistake import COMPARED
from ui.explain.arithmetic import Arithmetic, Chart, Line, Span, chart_of, exact, significant, span
from ui.explain.explanation import explained, made_of
from ui.explain.sentences import sentence
from ui.explain.trail import valid_trail, write_trail
from ui.picture.matrix_view import Pin
from ui.state.address import Selection
from ui.words.language import Text

MOST_BARS = 12


def mistake_arithmetic(text: Text, compared: Compared, selection: Selection) -> Arithmetic:
    """Both numbers of the followed or pinned cell, or of the one where they differ most."""
    way = valid_trail(compared.computation, selection.trail)
    most = most_different(compared)
    if way and way[-1].tensor != "difference":
        names = MistakeNames(text, compared, way[-1])
        return explained(text, compared.computation, way[0], names, selection.trail)
    index = way[-1].index if way else pinned(compared, selection.pin) or most
    cell = Cell("difference", index)
    names = MistakeNames(text, compared, cell)
    value = compared.computation.value(cell)
    lines = _lines(text, compared, names, index, most)
    return Arithmetic(
        f"{names.name(cell)} = {signed(value)}",
        text(f"arithmetic.{_question(compared, index, most, value)}_question"),
        lines,
        _row_chart(text, names, index),
        here=write_trail((cell,)),
        sentence=sentence(text, compared.computation, cell),
        levels=dict.fromkeys((label for label, _ in lines), "numbers"),
    )


def most_different(compared: Compared) -> tuple[int, ...]:
    """The cell where right and wrong differ most; for the learning rate, the step."""
    if [axis.role for axis in compared.mistake.axes] == ["step"]:
        given, right, wrong = compared.comparison
        (point,) = largest_difference(right, wrong)
        return (int(given["steps"][point]),)
    tensors = compared.computation.tensors
    return largest_difference(tensors["right"], tensors["wrong"])


def pinned(compared: Compared, pin: str) -> tuple[int, int] | None:
    """The pinned cell, if it is in one of the matrices."""
    at = Pin.parse(pin)
    if not compared.mistake.picture or at is None or at.matrix not in COMPARED:
        return None
    rows, cols = compared.computation.tensors["difference"].shape
    return (at.row, at.col) if at.row < rows and at.col < cols else None


def shown(value: float) -> str:
    """Format a number, or "NaN"."""
    if math.isnan(value):
        return "NaN"
    return exact(value) if value == 0 or abs(value) >= 1e-3 else significant(value)


def signed(value: float) -> str:
    return f"+{shown(value)}" if value > 0 else shown(value)


def _question(
    compared: Compared, index: tuple[int, ...], most: tuple[int, ...], value: float
) -> str:
    if math.isnan(value):
        return "nan"
    is_one_of_many = compared.computation.tensors["difference"].numel() > 1
    return "largest" if index == most and is_one_of_many else "both"


def _lines(
    text: Text,
    compared: Compared,
    names: MistakeNames,
    index: tuple[int, ...],
    most: tuple[int, ...],
) -> list[Line]:
    """Both numbers, and the cell of the largest difference if that is a different one."""
    computation = compared.computation
    sides = ("right", "wrong", *(("other",) if compared.mistake.other else ()))
    lines: list[Line] = []
    if about := compared.mistake.about:
        lines += [_sum_line(text, computation, names, side, Cell(f"{side}.{about}", index))
                  for side in sides]  # fmt: skip
    for side in sides:
        cell = Cell(side, index)
        comment = names.beside(cell)
        spans = [
            *made_of(text, computation, cell, names),
            *([span(f"· {comment}")] if comment else []),
        ]
        lines.append((names.title(side), spans))
    if index != most:
        largest = computation.value(Cell("difference", most))
        label = text(f"arithmetic.{'nan' if math.isnan(largest) else 'largest'}")
        cell = Cell("difference", most)
        place = span(names.place(cell), "", write_trail((cell,)), names.name(cell))
        lines.append((label, [place, span(signed(largest))]))
    return lines


def _sum_line(
    text: Text, computation: Computation, names: MistakeNames, side: str, cell: Cell
) -> Line:
    """Which tensors a side adds, each with its number, before anything else is done to the sum."""
    spans: list[Span] = []
    for term in explain(computation, cell).terms:
        (added,) = [one for one in term.cells if one is not None]
        spans += [span("+")] if spans else []
        number = shown(computation.value(added))
        spans += [
            span(names.short(added.tensor)),
            span(number, "", write_trail((added,)), names.name(added)),
        ]
    total = span(
        f"= {shown(computation.value(cell))}", "result", write_trail((cell,)), names.name(cell)
    )
    return text("arithmetic.added", side=names.title(side)), [*spans, total]


def _row_chart(text: Text, names: MistakeNames, index: tuple[int, ...]) -> list[Chart]:
    """The differences of the whole row, if there are only a few."""
    compared = names.compared
    if not (picture := compared.mistake.picture):
        return []
    row: Tensor = compared.computation.tensors["difference"][index[0]]
    if len(row) > MOST_BARS or row.isnan().any():
        return []
    labels = [names.at(picture.cols, place) for place in range(len(row))]
    return [chart_of(text("arithmetic.row"), labels, row.tolist())]
