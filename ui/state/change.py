"""A change made by hand in a picture, as the browser sends it."""

from collections.abc import Mapping
from typing import Annotated, Any, TypeVar

from msgspec import Meta, Struct, convert

Index = Annotated[int, Meta(ge=0)]


class CellEdit(Struct, frozen=True):
    """A number typed into a cell of a matrix."""

    matrix: str
    row: Index
    col: Index
    value: float


class PaintStroke(Struct, frozen=True):
    """Cells of a mask that one stroke hides or reveals."""

    matrix: str
    cells: list[tuple[Index, Index]]
    hidden: bool


class ParameterEdit(Struct, frozen=True):
    """A parameter of the model, set by hand on the map."""

    cell: str
    value: float


Change = CellEdit | PaintStroke | ParameterEdit
C = TypeVar("C", CellEdit, PaintStroke, ParameterEdit)


def read_change(plain: Mapping[str, Any]) -> Change:
    """Read what the browser sent. Raises: ValueError for anything that is no change."""
    if "cells" in plain:
        return convert(plain, PaintStroke)
    if "cell" in plain:
        return convert(plain, ParameterEdit)
    return convert(plain, CellEdit)


def only(kind: type[C], change: Change) -> C:
    """Return a change of the kind that a page accepts here. Raises: ValueError for another kind."""
    if not isinstance(change, kind):
        raise ValueError(f"a {type(change).__name__} is not possible here")
    return change
