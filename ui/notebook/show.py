"""`show(...)`: matrices in a notebook, to hover over and pin."""

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from html import escape
from pathlib import Path
from typing import Any, Literal

import numpy as np

from ..picture.matrix_view.matrix import Axis, Break, Item, Matrix, Operator, Scale, Tiles
from .saved_page import saved_page

Labels = Sequence[str] | Axis | None
MOST_NUMBERS = 1_000_000
"""Limit for one matrix; a part of a larger one can be shown."""
_ROOM = 420
"""Height in pixels until the page in the frame has reported its own."""
_WORDS = Path(__file__).parents[1] / "words"


@dataclass(frozen=True)
class Shown:
    """A picture as a self-contained page; a notebook shows it in a frame."""

    html: str

    def _repr_html_(self) -> str:
        look = f"width: 100%; height: {_ROOM}px; border: 0"
        return f'<iframe srcdoc="{escape(self.html)}" style="{look}"></iframe>'

    def save(self, path: str | Path) -> None:
        """Write the page to a file that opens without a server."""
        Path(path).write_text(self.html, encoding="utf-8")


def show(
    *items: Item | str,
    rows: Labels = None,
    cols: Labels = None,
    title: str = "",
    caption: str = "",
    pin: str = "",
    language: Literal["en", "ko"] = "en",
    theme: Literal["light", "dark"] = "light",
    **matrices: Any,
) -> Shown:
    """Show matrices side by side, as the workbench draws them: linked, to hover over and pin.

    Args:
        items: matrices with individual display settings, and signs such as "×" between them.
        rows: labels for the rows of `matrices`, e.g. tokens, used where their number matches.
        cols: labels for their columns.
        pin: the cell pinned at first, such as "weights.2.1".
        matrices: by name, anything that can become a NumPy array: (rows, cols), (rows,) for a
            single row, or (heads, rows, cols) for several; leading axes of length 1 are dropped.
            Booleans are drawn as a mask, where True is hidden; rows that sum to 1 as weights; minus
            infinity as hidden.

    Raises: ValueError naming the matrix that cannot be drawn, and why.
    """
    given: list[Item] = [Operator(one) if isinstance(one, str) else one for one in items]
    for name, values in matrices.items():
        given += _in_line(_matrix(name, values, rows, cols))
    if not any(isinstance(one, Matrix) for one in given):
        raise ValueError("show needs at least one matrix, such as show(weights=weights)")
    texts = {"title": title, "caption": caption, "language": language, "theme": theme}
    return Shown(saved_page(given, pin, _strings(language), **texts))


def _in_line(matrix: Matrix) -> list[Item]:
    """Give several heads the full width."""
    return [Break(), matrix, Break()] if isinstance(matrix, Tiles) else [matrix]


def _matrix(name: str, values: Any, rows: Labels, cols: Labels) -> Matrix:
    array = _array(name, values)
    mask = array.dtype == bool
    numbers = array.astype(np.float32)
    hidden = array if mask else np.isneginf(numbers)
    if not np.isfinite(numbers[~hidden]).all():
        raise ValueError(f"{name} must contain only finite numbers")
    numbers = np.where(np.isneginf(numbers), np.float32(0), numbers)
    *_, height, width = numbers.shape
    looks: dict[str, Any] = {
        "scale": _scale(numbers, mask),
        "hidden": hidden if hidden.any() else None,
        "note": f"({', '.join(str(size) for size in np.shape(array))})",
    }
    axes = _axis(name, "row", rows, height), _axis(name, "column", cols, width)
    if numbers.ndim == 3:
        heads = Axis("head", "head", [f"head {head}" for head in range(len(numbers))])
        return Tiles(name, numbers, *axes, name=name, tile_axis=heads, **looks)
    return Matrix(name, numbers, *axes, name=name, **looks)


def _array(name: str, values: Any) -> np.ndarray:
    """Return an array with two or three axes. Raises: ValueError."""
    if hasattr(values, "detach"):  # a torch tensor on any device
        values = values.detach().cpu()
        if values.is_floating_point():
            values = values.float()
    array = np.asarray(values)
    if array.dtype.kind not in "biuf":
        raise ValueError(f"{name} must contain real numbers, got {array.dtype}")
    shape = array.shape
    while array.ndim > 2 and array.shape[0] == 1:
        array = array[0]
    array = array[None] if array.ndim == 1 else array
    if array.ndim not in (2, 3) or array.size == 0:
        raise ValueError(
            f"{name} must have two dimensions, or three with the heads first, got shape {shape}"
        )
    if array.size > MOST_NUMBERS:
        raise ValueError(f"{name} must have at most {MOST_NUMBERS:,} numbers, got {array.size:,}")
    return array


def _scale(numbers: np.ndarray, mask: bool) -> Scale:
    if mask:
        return "mask"
    sums = numbers.sum(axis=-1)
    is_share = numbers.min() >= 0 and bool((np.isclose(sums, 1, atol=1e-4) | (sums == 0)).all())
    return "weights" if is_share and sums.any() else "diverging"


def _axis(matrix: str, title: str, labels: Labels, size: int) -> Axis:
    """Return an axis with the labels if their number matches; all matrices share such axes.

    Otherwise the axis is numbered and belongs to its matrix alone.
    """
    if isinstance(labels, Axis):
        return labels
    if labels is None or len(labels) != size:
        return Axis(f"{title} of {matrix}", title)
    return Axis(title, title, [str(one) for one in labels])


@cache
def _strings(language: str) -> dict[str, str]:
    with (_WORDS / f"{language}.toml").open("rb") as file:
        return tomllib.load(file)["matrix_view"]
