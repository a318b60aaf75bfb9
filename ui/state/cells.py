"""Cells that a person changed, as they stand in the URL."""

import re
from collections.abc import Collection

from torch import Tensor

Edits = dict[tuple[str, int, int], float]
Cells = frozenset[tuple[int, int]]


def read_edits(
    text: str, matrices: Collection[str] = ("Q", "K", "V"), most_rows: int = 16
) -> Edits:
    """From "Q.0.2=1.5_W_K.1.0=-3": matrix, row, column and the new value.

    Raises: ValueError for any other text, and for other matrices.
    """
    edits: Edits = {}
    # The names of weights have a _ of their own, but none follows a digit.
    for piece in filter(None, re.split(r"(?<=[\d.])_", text)):
        found = re.fullmatch(r"(\w+)\.(\d{1,2})\.(\d{1,2})=(-?[0-9.]+(?:e-?\d+)?)", piece, re.ASCII)
        if found is None or found[1] not in matrices:
            raise ValueError(f"{piece!r} is no edited cell")
        matrix, row, col, value = found.groups()
        if int(row) >= most_rows or int(col) > 15 or abs(float(value)) > 1e6:
            raise ValueError(f"{piece!r} is out of range")
        edits[matrix, int(row), int(col)] = float(value)
    return edits


def write_edits(edits: Edits) -> str:
    return "_".join(
        f"{matrix}.{row}.{col}={value:.9g}".replace("+", "")
        for (matrix, row, col), value in sorted(edits.items())
    )


def read_cells(text: str) -> Cells:
    """From "0.2_1.3": the painted cells. Raises ValueError for any other text."""
    if text and not re.fullmatch(r"\d{1,3}\.\d{1,3}(_\d{1,3}\.\d{1,3})*", text, re.ASCII):
        raise ValueError(f"{text[:40]!r} is no list of cells")
    pairs = (piece.split(".") for piece in filter(None, text.split("_")))
    return frozenset((int(row), int(col)) for row, col in pairs)


def write_cells(cells: Cells) -> str:
    return "_".join(f"{row}.{col}" for row, col in sorted(cells))


def painted(cells: Cells, stroke: dict) -> Cells:
    """The cells after one stroke of paint, which hides or uncovers."""
    touched = {(int(row), int(col)) for row, col in stroke["cells"]}
    return cells | touched if stroke["hidden"] else cells - touched


def edited(name: str, matrix: Tensor, edits: Edits) -> Tensor:
    """A matrix with its edited cells put in; cells outside of it wait until it grows again."""
    inside = edits_inside(name, matrix, edits)
    if not inside:
        return matrix
    result = matrix.clone()
    for (_, row, col), value in inside.items():
        result[row, col] = value
    return result


def edits_inside(name: str, matrix: Tensor, edits: Edits) -> Edits:
    """The edits of one matrix that are in force at its present size."""
    rows, cols = matrix.shape
    return {
        place: value
        for place, value in edits.items()
        if place[0] == name and place[1] < rows and place[2] < cols
    }


def without(name: str, edits: Edits) -> Edits:
    """The edits of all other matrices."""
    return {place: value for place, value in edits.items() if place[0] != name}
