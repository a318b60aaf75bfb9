"""Cells that a person changed, as they stand in the URL."""

import re

Edits = dict[tuple[str, int, int], float]
Cells = frozenset[tuple[int, int]]


def read_edits(text: str) -> Edits:
    """From "Q.0.2=1.5_K.1.0=-3": matrix, row, column and the new value.

    Raises: ValueError for any other text.
    """
    edits: Edits = {}
    for piece in filter(None, text.split("_")):
        found = re.fullmatch(
            r"([QKV])\.(\d{1,2})\.(\d{1,2})=(-?[0-9.]+(?:e-?\d+)?)", piece, re.ASCII
        )
        if found is None:
            raise ValueError(f"{piece!r} is no edited cell")
        matrix, row, col, value = found.groups()
        if int(row) > 15 or int(col) > 15 or abs(float(value)) > 1e6:
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
