"""What a page says of the corners of its matrices, and of all that their numbers are made of."""

import re
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from tests.pages.answers import Asked
from tests.pages.snapshots.described import described
from tests.pages.snapshots.plainly import Header, Lines, indented
from tests.pages.snapshots.travelled import travelled
from ui.answer.answer import Answer
from ui.explain.way import BACK

Parts = Mapping[str, Sequence[Header]]


@dataclass
class Explained:
    """What has been explained on a page, so that it need not be again."""

    matrices: set[str] = field(default_factory=set)
    tensors: set[str] = field(default_factory=set)
    """By their names, one layer for all."""

    def is_new(self, cell: str) -> bool:
        tensor = re.sub(r"\d+", "0", cell.partition("@")[0])
        known = tensor in self.tensors
        self.tensors.add(tensor)
        return not known


def explanations(asked: Asked, areas: Parts, done: Explained) -> Lines:
    """What follows a pin: in two corners of each matrix, in a cell of each of a map's columns, then
    all the way back from there.
    """
    unpinned = _following(asked.answer)
    if not unpinned:
        return
    found = [*unpinned]
    for pin in (*_corners(areas, done.matrices), *_map_cells(areas, done)):
        said = _following(asked.trip.answer(asked.after(pin=pin)))
        yield f"pinned {pin}{': no other' if said == unpinned else ''}"
        if said != unpinned:
            yield from _said(asked, said)
            found += said
    yield from _followed(asked, found, done)


def _following(answer: Answer) -> list[Header]:
    areas = [area for area in answer.areas.values() if area.follows_pin]
    return [part for area in areas for part in travelled(area)]


def _said(asked: Asked, parts: Iterable[Header]) -> Lines:
    for part in parts:
        yield from indented(described(part, asked.setting.plain()))


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


def _map_cells(areas: Parts, done: Explained) -> Iterator[str]:
    """The first number of the last token in each column of a map; in the last head."""
    maps = (part for parts in areas.values() for part in parts if part["kind"] == "map")
    for column in (column for one in maps for column in one["tensors"]):
        *sizes, _ = column["shape"]
        cell = f"{column['name']}@{'.'.join(str(size - 1) for size in sizes)}.0"
        if done.is_new(cell):
            yield cell


def _followed(asked: Asked, parts: Sequence[Header], done: Explained) -> Lines:
    """Where the terms of an arithmetic lead, once to each tensor."""
    waiting = deque(part for part in parts if part["kind"] == "arithmetic")
    for part in waiting:
        done.is_new(part["here"])
    while waiting:
        part = waiting.popleft()
        for to in filter(done.is_new, _links(part)):
            state = asked.after(follow=to, here=part["here"])
            said = _following(asked.trip.answer(state))
            yield f"followed {to}"
            yield from _said(asked, said)
            waiting += [one for one in said if one["kind"] == "arithmetic"]


def _links(part: Header) -> Iterator[str]:
    for line in part["lines"]:
        for span in line["spans"]:
            if span["to"] and not span["to"].startswith(BACK):
                yield span["to"]
