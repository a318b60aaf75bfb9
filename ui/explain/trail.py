"""The user's trail from number to number, as it is written in the URL."""

import re
from collections.abc import Sequence

from transformer_core.explain.computation import Cell, Computation

LONGEST_TRAIL = 40
BACK = "back:"


def read_trail(text: str) -> tuple[Cell, ...]:
    """Parse a trail such as "weights@2.1~scores@2.1". Raises: ValueError for any other text."""
    cells = []
    for piece in filter(None, text.split("~")):
        found = re.fullmatch(r"([\w.]{1,80})@(\d{1,6}(?:\.\d{1,6}){0,2})", piece, flags=re.ASCII)
        if found is None:
            raise ValueError(f"{piece[:40]!r} is not a cell")
        cells.append(Cell(found[1], tuple(map(int, found[2].split(".")))))
    return tuple(cells)


def write_trail(cells: Sequence[Cell]) -> str:
    return "~".join(f"{cell.tensor}@{'.'.join(map(str, cell.index))}" for cell in cells)


def has_cell(computation: Computation, cell: Cell) -> bool:
    """Return whether a computation has this cell."""
    tensor = computation.tensors.get(cell.tensor)
    sizes = () if tensor is None else tuple(tensor.shape)
    return len(sizes) == len(cell.index) > 0 and all(
        place < size for place, size in zip(cell.index, sizes, strict=True)
    )


def read_cell(computation: Computation, text: str) -> Cell | None:
    """Return the single cell named by a text in `write_trail` format; None for anything else."""
    way = valid_trail(computation, text)
    return way[0] if len(way) == 1 else None


def valid_trail(computation: Computation, trail: str) -> tuple[Cell, ...]:
    """Return the trail if this computation has all of its cells; else an empty one."""
    try:
        way = read_trail(trail)
    except ValueError:
        return ()
    return way if all(has_cell(computation, cell) for cell in way) else ()


def extend_trail(way: Sequence[Cell], here: Sequence[Cell], to: str) -> tuple[Cell, ...]:
    """Return the trail after going on to a cell or back to a numbered one. Raises: ValueError."""
    so_far = tuple(way) or tuple(here[:1])
    if to.startswith(BACK):
        number = to.removeprefix(BACK)
        kept = so_far[: int(number) + 1] if number.isdecimal() else ()
    else:
        kept = (*so_far, *read_trail(to))[-LONGEST_TRAIL:]
    if not kept:
        raise ValueError(f"{to[:40]!r} does not lead to a cell")
    return kept
