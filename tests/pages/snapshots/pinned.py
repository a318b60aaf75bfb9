"""What a page says of the corners of its matrices, when one pins them."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from tests.pages.answers import Asked
from tests.pages.snapshots.described import described
from tests.pages.snapshots.plainly import Lines, indented
from tests.pages.snapshots.travelled import travelled
from ui.answer.answer import Answer

Parts = Mapping[str, Sequence[Mapping[str, Any]]]


def pinned(asked: Asked, areas: Parts, seen: set[str]) -> Lines:
    """The areas that follow a pin, for two corners of each matrix that is not among the `seen`."""
    unpinned = list(_following(asked, asked.answer))
    if not unpinned:
        return
    for pin in _corners(areas, seen):
        said = list(_following(asked, asked.trip.answer(asked.after(pin=pin))))
        yield f"pinned {pin}{': no other' if said == unpinned else ''}"
        if said != unpinned:
            yield from indented(iter(said))


def _following(asked: Asked, answer: Answer) -> Lines:
    for area in answer.areas.values():
        for part in travelled(area) if area.follows_pin else ():
            yield from described(part, asked.setting.plain())


def _corners(areas: Parts, seen: set[str]) -> Iterator[str]:
    """The last column of the first row, and the first of the last; in tiles of the last tile."""
    boards = (part for parts in areas.values() for part in parts if part["kind"] == "board")
    for item in (item for board in boards for item in board["items"] if "values" in item):
        if item["id"] in seen:
            continue
        seen.add(item["id"])
        *tiles, rows, cols = item["shape"]
        start = ".".join([item["id"], *(str(count - 1) for count in tiles)])
        yield from dict.fromkeys([f"{start}.0.{cols - 1}", f"{start}.{rows - 1}.0"])
