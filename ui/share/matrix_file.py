"""A matrix of a page as CSV for a spreadsheet."""

import csv
import io
import re
from collections.abc import Iterator, Sequence

import numpy as np

from ui.answer.parts import Board, Columns, Part
from ui.picture.matrix_view.matrix import Axis, Matrix, Tiles

_FORMULA = re.compile(r'((?:^|[;|])[\s"]*)(?=[=+\-@＝＋－＠])')
"""Where a formula would begin in a spreadsheet: one of these signs, in normal or full width, at the
beginning of a cell. The spreadsheet decides where a cell begins and may split a line at another
separator than ours; quotes do not help there."""
_BREAKS = re.compile(r"[\t\n\v\f\r\0]")
"""Invisible characters that also separate cells or lines, or begin a formula themselves."""


def boards_of(parts: Sequence[Part]) -> Iterator[Board]:
    """Yield every board among the parts of an area."""
    for part in parts:
        if isinstance(part, Board):
            yield part
        elif isinstance(part, Columns):
            for column in part.columns:
                yield from boards_of(column)


def _label(axis: Axis, place: int) -> str:
    return _text(axis.labels[place] if axis.labels is not None else str(place + axis.first))


def _text(text: str) -> str:
    """Escape a text so that no spreadsheet takes it for a formula."""
    return (
        text if text.removeprefix("-").isdecimal() else _FORMULA.sub(r"\1'", _BREAKS.sub(" ", text))
    )


def _number(value: np.generic) -> str:
    """Return the shortest decimal that represents the same float32."""
    return str(np.float32(value))


def matrix_csv(matrix: Matrix) -> str:
    """Return rows of numbers after their labels, below the column labels; the name in the corner.

    For several matrices in one, each row starts with the name of its matrix.
    """
    values = np.asarray(matrix.values)
    tiled = isinstance(matrix, Tiles)
    grids = values if tiled else values[None]
    target = io.StringIO()
    out = csv.writer(target, lineterminator="\n")
    columns = [_label(matrix.cols, place) for place in range(values.shape[-1])]
    out.writerow([_text(matrix.name or matrix.id), *([""] if tiled else []), *columns])
    for tile, grid in enumerate(grids):
        which = [_label(matrix.tile_axis, tile)] if isinstance(matrix, Tiles) else []
        for row, numbers in enumerate(grid):
            out.writerow([*which, _label(matrix.rows, row), *map(_number, numbers)])
    return target.getvalue()
