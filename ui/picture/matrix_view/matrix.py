"""The items of a matrix view, and how they are encoded for the browser."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, TypedDict

import numpy as np
from numpy.typing import ArrayLike

from ..label import glosses_of

Role = Literal["query", "key", "value"]
Scale = Literal["diverging", "weights", "mask", "places"]
"""The meaning of the colours; of places, the first has the strongest one."""


@dataclass(frozen=True)
class Axis:
    """A named axis. Matrices with an axis of the same name are highlighted together.

    `also` lists other names by which a selection finds this axis: the rows of a sentence's
    embedding are both queries and keys. `labels` are shown literally, never interpreted, with
    their glosses if they have any; without them indices are counted from `first`.
    """

    name: str
    title: str = ""
    labels: Sequence[str] | None = None
    also: tuple[str, ...] = ()
    first: int = 0
    spoken: str = ""

    def header(self) -> dict[str, Any]:
        return {
            "name": self.name,
            "title": self.title,
            "labels": list(self.labels) if self.labels is not None else None,
            "glosses": glosses_of(self.labels or ()),
            "also": list(self.also),
            "first": self.first,
            "spoken": self.spoken or self.title,
        }


@dataclass(frozen=True)
class Bars:
    """A small bar next to each row, e.g. the entropy of its attention weights."""

    title: str
    values: Sequence[float]
    limit: float


@dataclass(frozen=True)
class Matrix:
    """A matrix of values (rows, cols); cells with `hidden` (rows, cols) True are hatched.

    `limit` is the value at the end of the colour ramp; None for the largest absolute value.
    `row_labels` False omits labels that the matrix to the left already has, `col_labels` those that
    the one above has.
    `compact` makes small cells without values; `flat` makes its rows only as tall as their labels
    need, for use when no matrix on the line shows values.
    `fixed` is the matrix's index on axes that it does not show, e.g. {"head": 3}.
    `marks` (rows, cols) True outlines cells in a separate colour, e.g. the correct ones.
    `below` stacks the matrix under the one before it, however the line wraps.
    `given` says that the numbers follow from nothing on the page (drawn at random, typed in, or
    learned before): nobody is asked to predict them.
    `significant` writes each number with up to three significant digits, for numbers of very
    different sizes; others share their decimals.
    """

    id: str
    values: ArrayLike
    rows: Axis
    cols: Axis
    name: str = ""
    note: str = ""
    role: Role | None = None
    scale: Scale = "diverging"
    limit: float | None = None
    hidden: ArrayLike | None = None
    marks: ArrayLike | None = None
    editable: bool = False
    paintable: bool = False
    bars: Bars | None = None
    row_labels: bool = True
    col_labels: bool = True
    compact: bool = False
    flat: bool = False
    below: bool = False
    fixed: dict[str, int] = field(default_factory=dict)
    given: bool = False
    significant: bool = False

    kind = "matrix"
    dimensions = 2


class MatrixOptions(TypedDict, total=False):
    """How a matrix is drawn, for a function that passes it on to `Matrix`."""

    name: str
    note: str
    role: Role | None
    scale: Scale
    limit: float | None
    hidden: ArrayLike | None
    marks: ArrayLike | None
    editable: bool
    paintable: bool
    bars: Bars | None
    row_labels: bool
    col_labels: bool
    compact: bool
    flat: bool
    below: bool
    fixed: dict[str, int]
    given: bool
    significant: bool


@dataclass(frozen=True)
class Tiles(Matrix):
    """Many matrices of the same shape on one canvas: values (tiles, rows, cols)."""

    tile_axis: Axis = field(default_factory=lambda: Axis("tile"))
    columns: int | None = None

    kind = "tiles"
    dimensions = 3


@dataclass(frozen=True)
class Operator:
    """An operator between two matrices: ×, +, =, →."""

    text: str


@dataclass(frozen=True)
class Break:
    """A line break, with a heading if it has a text."""

    text: str = ""


Item = Matrix | Operator | Break


class Blobs:
    """Collects raw numbers and returns the offset of each part."""

    def __init__(self) -> None:
        self.parts: list[bytes] = []
        self.size = 0

    def add(self, values: np.ndarray, dtype: str) -> dict[str, Any]:
        part = np.ascontiguousarray(values, dtype=dtype).tobytes()
        place = {"offset": self.size, "bytes": len(part), "type": dtype}
        self.parts.append(part)
        self.size += len(part)
        return place


def item_header(item: Item, blobs: Blobs) -> dict[str, Any]:
    if isinstance(item, Operator):
        return {"kind": "operator", "text": item.text}
    if isinstance(item, Break):
        return {"kind": "break", "text": item.text}
    values = np.asarray(item.values)
    if values.ndim != item.dimensions:
        raise ValueError(
            f"{item.kind} {item.id!r} must have {item.dimensions} dimensions, got shape "
            f"{values.shape}"
        )
    header = {
        "kind": item.kind,
        "id": item.id,
        "name": item.name or item.id,
        "note": item.note,
        "role": item.role,
        "scale": item.scale,
        "limit": 1.0 if item.scale != "diverging" and item.limit is None else item.limit,
        "rows": item.rows.header(),
        "cols": item.cols.header(),
        "shape": list(values.shape),
        "values": blobs.add(values, "float32"),
        "hidden": None,
        "marks": None,
        "editable": item.editable,
        "paintable": item.paintable,
        "rowLabels": item.row_labels,
        "colLabels": item.col_labels,
        "below": item.below,
        "compact": item.compact,
        "flat": item.flat,
        "fixed": item.fixed,
    }
    if item.given:
        header["given"] = True
    if item.significant:
        header["significant"] = True
    if item.hidden is not None:
        header["hidden"] = blobs.add(
            np.broadcast_to(np.asarray(item.hidden), values.shape), "uint8"
        )
    if item.marks is not None:
        header["marks"] = blobs.add(np.asarray(item.marks), "uint8")
    if item.bars is not None:
        bars = [float(value) for value in item.bars.values]
        header["bars"] = {"title": item.bars.title, "values": bars, "limit": item.bars.limit}
    if isinstance(item, Tiles):
        header["tileAxis"] = item.tile_axis.header()
        header["columns"] = item.columns
    return header
