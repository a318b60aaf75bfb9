"""What a page says of the corners of its matrices, and of all that their numbers are made of."""

import re
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from tests.pages.answers import Asked
from tests.pages.snapshots.described import described
from tests.pages.snapshots.plainly import INDENT, Header, Lines
from tests.pages.snapshots.travelled import travelled
from ui.answer.answer import Answer
from ui.explain.trail import BACK

CAME_FROM = f"{INDENT}came from "
SAID_EACH_TIME = (f"{INDENT}made of", f"{INDENT}in words")
IN_ITS_LINE = (f"{INDENT}made of", f"{INDENT}goes into", f"{INDENT}with: ")
"""What is written in the line of its cell."""
STACK = re.compile(r"^(encoder|decoder|src|tgt)")
Parts = Mapping[str, Sequence[Header]]


@dataclass
class Explained:
    """What has been explained on a page, so that it need not be again."""

    matrices: set[str] = field(default_factory=set)
    tensors: set[str] = field(default_factory=set)
    """By their names, one layer for all."""
    kinds: set[str] = field(default_factory=set)
    """Tensors that were explained in full, one stack for both."""
    parts: set[str] = field(default_factory=set)
    """What stands below an arithmetic."""
    questions: dict[str, str] = field(default_factory=dict)
    """The cell of which each was asked first."""
    answers: dict[tuple[str, ...], str] = field(default_factory=dict)
    """The cell for which all these lines were written first."""

    def is_new_part(self, lines: Sequence[str]) -> bool:
        text = "\n".join(lines)
        known = text in self.parts
        self.parts.add(text)
        return not known

    def is_new_kind(self, cell: str) -> bool:
        kind = STACK.sub("", re.sub(r"\d+", "0", cell.partition("@")[0]))
        known = kind in self.kinds
        self.kinds.add(kind)
        return not known

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
        text = _following(asked.handler.answer(asked.after(pin=pin)))
        if text == unpinned:
            yield f"pinned {pin}: no other"
        else:
            yield from _described("pinned", pin, asked, text, done)
            found += text
    yield from _followed(asked, found, done)


def _following(answer: Answer) -> list[Header]:
    areas = [area for area in answer.areas.values() if area.follows_pin]
    return [part for area in areas for part in travelled(area) if part["kind"] != "corridor"]


def _described(
    done_to_it: str, cell: str, asked: Asked, parts: Iterable[Header], done: Explained
) -> Lines:
    """What is said of a cell: all of it for one stack of a model, for the other its title; a
    question that was asked before is named by the cell that it was of.
    """
    first_part, *others = (list(described(part, asked.setting.to_json())) for part in parts)
    title, question, *rest = first_part
    again = [lines for lines in others if not done.is_new_part(lines)]
    rest += [line for lines in others if lines not in again for line in lines]
    named = f" · and again {', '.join(lines[0].partition(' ')[0] for lines in again)}"
    title += named if again else ""
    first = done.questions.setdefault(question, cell)
    is_of_it = title.startswith(f"arithmetic of {cell}: ")
    is_full = "@" not in cell or done.is_new_kind(cell)
    # Where it came from closes its own line
    came = f" | {rest.pop().strip()}" if rest and rest[-1].startswith(CAME_FROM) else ""
    same = done.answers.setdefault((question, *rest), cell) if is_full else cell
    asks = f" | {question.strip() if first == cell else f'as of {first}'}" if is_full else ""
    asks = f" | all as of {same}" if same != cell else asks
    named = title.removeprefix("arithmetic of ") if is_of_it else f"{cell}: {title}"
    below = rest if is_full and same == cell else []
    if first != cell:  # its kind of bars and of named numbers has been written once
        below = [line for line in below if line.startswith(SAID_EACH_TIME)]
    said = [line for line in below if len(below) == 1 or line.startswith(IN_ITS_LINE)]
    below = [line for line in below if line not in said]
    at_once = "".join(f" | {line.strip()}" for line in said)
    yield f"{done_to_it} {named}{asks}{at_once}{came if is_full else ''}"
    yield from below


def _corners(areas: Parts, seen: set[str]) -> Iterator[str]:
    """The last column of the first row, and the first of the last; in tiles one of the last tile.
    Of matrices that are numbered, those of the first.
    """
    boards = (part for parts in areas.values() for part in parts if part["kind"] == "board")
    for item in (item for board in boards for item in board["items"] if "values" in item):
        alike = re.sub(r"_\d+$", "", item["id"])
        if alike in seen:
            continue
        seen.add(alike)
        *tiles, rows, cols = item["shape"]
        start = ".".join([item["id"], *(str(count - 1) for count in tiles)])
        corners = [f"{start}.0.{cols - 1}", f"{start}.{rows - 1}.0"]
        yield from dict.fromkeys(corners[:1] if tiles else corners)


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
            text = _following(asked.handler.answer(state))
            yield from _described("followed", to, asked, text, done)
            waiting += [one for one in text if one["kind"] == "arithmetic"]


def _links(part: Header) -> Iterator[str]:
    for line in part["lines"]:
        for span in line["spans"]:
            if span["to"] and not span["to"].startswith(BACK):
                yield span["to"]
