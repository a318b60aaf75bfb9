"""Cells changed by the user, as they are written in the URL."""

import re
from collections.abc import Iterator, Sequence

from torch import Tensor

from ui.state.change import PaintStroke
from ui.state.packing import (
    MARK,
    MOST_PLACES,
    pack_cells,
    pack_numbers,
    unpack_cells,
    unpack_numbers,
)

Edits = dict[tuple[str, int, int], float]
Cells = frozenset[tuple[int, int]]


LARGEST = 1e6
LONGEST_LIST = 200
"""Longer lists of cells are packed: a short one is readable in the URL."""
MATRICES = ("Q", "K", "V")


def read_edits(
    text: str, matrices: Sequence[str] = MATRICES, most_rows: int = 16, most_cols: int = 16
) -> Edits:
    """Parse "Q.0.2=1.5_W_K.1.0=-3": matrix, row, column and new value; or the packed form.

    Raises: ValueError for any other text, and for other matrices.
    """
    edits = _unpacked(text, matrices) if text.startswith(MARK) else _listed(text)
    for (matrix, row, col), value in edits.items():
        if matrix not in matrices:
            raise ValueError(f"{matrix!r} cannot be edited")
        if row >= most_rows or col >= most_cols or abs(value) > LARGEST:
            raise ValueError(f"{matrix}[{row}, {col}] = {value} is out of range")
    return edits


def _listed(text: str) -> Edits:
    edits: Edits = {}
    # The names of weights contain a _ too, but none of them after a digit.
    for piece in filter(None, re.split(r"(?<=[\d.])_", text)):
        found = re.fullmatch(r"(\w+)\.(\d{1,2})\.(\d{1,2})=(-?[0-9.]+(?:e-?\d+)?)", piece, re.ASCII)
        if found is None:
            raise ValueError(f"{piece!r} is not an edited cell")
        matrix, row, col, value = found.groups()
        edits[matrix, int(row), int(col)] = float(value)
    return edits


def _unpacked(text: str, matrices: Sequence[str]) -> Edits:
    grids = unpack_numbers(text)
    if any(number >= len(matrices) for number in grids):
        raise ValueError("a packed matrix cannot be edited")
    return {
        (matrices[number], row, col): value
        for number, grid in grids.items()
        for (row, col), value in grid.items()
    }


def write_edits(edits: Edits, matrices: Sequence[str] = ()) -> str:
    """Return a list of cells; packed if it is long and `matrices` are all that can be edited."""
    listed = "_".join(
        f"{matrix}.{row}.{col}={value:.9g}".replace("+", "")
        for (matrix, row, col), value in sorted(edits.items())
    )
    if not matrices or len(listed) <= LONGEST_LIST:
        return listed
    grids: dict[int, dict[tuple[int, int], float]] = {}
    for (matrix, row, col), value in edits.items():
        grids.setdefault(matrices.index(matrix), {})[row, col] = value
    return min(listed, pack_numbers(grids), key=len)


def read_cells(text: str) -> Cells:
    """Parse "0.2_1.3", the painted cells; or the packed form. Raises: ValueError for
    other texts.
    """
    if (
        text
        and not text.startswith(MARK)
        and not re.fullmatch(r"\d{1,3}\.\d{1,3}(_\d{1,3}\.\d{1,3})*", text, re.ASCII)
    ):
        raise ValueError(f"{text[:40]!r} is not a list of cells")
    cells = unpack_cells(text) if text.startswith(MARK) else _listed_cells(text)
    return frozenset(map(_inside_a_mask, cells))


def _inside_a_mask(cell: tuple[int, int]) -> tuple[int, int]:
    if max(cell) >= MOST_PLACES:
        raise ValueError("a cell is outside every mask")
    return cell


def _listed_cells(text: str) -> Iterator[tuple[int, int]]:
    for piece in filter(None, text.split("_")):
        row, col = map(int, piece.split("."))
        yield row, col


def write_cells(cells: Cells) -> str:
    """Return a list of cells, or the packed form if it is long."""
    listed = "_".join(f"{row}.{col}" for row, col in sorted(cells))
    if len(listed) <= LONGEST_LIST:
        return listed
    return min(listed, pack_cells(sorted(cells)), key=len)


def painted(cells: Cells, stroke: PaintStroke) -> Cells:
    """Return the cells after one paint stroke. Raises: ValueError for a cell outside every mask."""
    touched = set(map(_inside_a_mask, stroke.cells))
    return cells | touched if stroke.hidden else cells - touched


def edited(name: str, matrix: Tensor, edits: Edits) -> Tensor:
    """Return a matrix with its edited cells; edits outside it apply when it grows again."""
    inside = edits_inside(name, matrix, edits)
    if not inside:
        return matrix
    result = matrix.clone()
    for (_, row, col), value in inside.items():
        result[row, col] = value
    return result


def edits_inside(name: str, matrix: Tensor, edits: Edits) -> Edits:
    """Return the edits of one matrix that apply at its current size."""
    rows, cols = matrix.shape
    return {
        place: value
        for place, value in edits.items()
        if place[0] == name and place[1] < rows and place[2] < cols
    }


def without(name: str, edits: Edits) -> Edits:
    """Return the edits of all other matrices."""
    return {place: value for place, value in edits.items() if place[0] != name}
