"""The way that a person takes from number to number, as it stands in the URL."""

import re
from collections.abc import Sequence

from transformer_core.explain.computation import Cell, Computation
from ui.shell.page import Page
from ui.state.url_state import UrlValue

LONGEST_TRAIL = 40


def read_trail(text: str) -> tuple[Cell, ...]:
    """From "weights@2.1~scores@2.1". Raises: ValueError for any other text."""
    cells = []
    for piece in filter(None, text.split("~")):
        found = re.fullmatch(r"([\w.]{1,80})@(\d{1,6}(?:\.\d{1,6}){0,2})", piece, flags=re.ASCII)
        if found is None:
            raise ValueError(f"{piece[:40]!r} is no cell")
        cells.append(Cell(found[1], tuple(map(int, found[2].split(".")))))
    return tuple(cells)


def write_trail(cells: Sequence[Cell]) -> str:
    return "~".join(f"{cell.tensor}@{'.'.join(map(str, cell.index))}" for cell in cells)


def is_there(computation: Computation, cell: Cell) -> bool:
    """Whether a computation has this cell."""
    tensor = computation.tensors.get(cell.tensor)
    sizes = () if tensor is None else tuple(tensor.shape)
    return len(sizes) == len(cell.index) > 0 and all(
        place < size for place, size in zip(cell.index, sizes, strict=True)
    )


class Trail:
    """The way that a person took from number to number, in the URL like all state.

    The last cell is the one that is explained; without a way that is the pinned one.
    """

    def __init__(self, page: Page) -> None:
        self._held = UrlValue(page.key("trail"), (), read_trail, write_trail)

    @property
    def start(self) -> Cell | None:
        """Where the way began; None while there is none."""
        return next(iter(self._held.get()), None)

    def cells(self, computation: Computation) -> tuple[Cell, ...]:
        """The way, as long as this computation has all of its cells."""
        way = self._held.get()
        return way if all(is_there(computation, cell) for cell in way) else ()

    def follow(self, here: Cell, to: str) -> Cell:
        """Go on to a cell, or back to the numbered one. Returns where that leads."""
        way = self._held.get() or (here,)
        if to.startswith("back:"):
            way = way[: int(to.removeprefix("back:")) + 1]
        else:
            way = (*way, *read_trail(to))[-LONGEST_TRAIL:]
        self._held.set(way)
        return way[-1]
