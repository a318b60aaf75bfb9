"""What a page says in one state, as its differences from another one."""

from collections.abc import Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from itertools import groupby
from operator import itemgetter

from tests.pages.snapshots.plainly import INDENT, Lines


def nearest(lines: Sequence[str], before: Mapping[str, Sequence[str]]) -> Lines:
    """All lines, or what changes them from the earlier state of which most is the same."""
    written = list(lines)
    for label, earlier in before.items():
        changes = [f"as at {label}", *_changes(earlier, lines)]
        if len(changes) < len(written):
            written = changes
    yield from written


def _changes(old: Sequence[str], new: Sequence[str]) -> Lines:
    """New lines, below the name of their area or behind it where it has one only: "3-5 |" come in
    the place of its lines 3 to 5, "3 +" after line 3; "3-5 are gone" need no others.
    """
    for area, lines in groupby(_in_areas(old, new), key=itemgetter(0)):
        first, *others = (line for _, line in lines)
        if not others:
            yield f"{INDENT}{area} · {first}"
            continue
        yield f"{INDENT}{area}"
        yield from (f"{INDENT}{line}" for line in (first, *others))


def _in_areas(old: Sequence[str], new: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Each change beside the name of its area."""
    for tag, start, end, at, to in SequenceMatcher(None, old, new, False).get_opcodes():
        if tag == "equal":
            continue
        top, area = _area(old, start - 1 if tag == "insert" else start)
        first, last = start - top, end - 1 - top
        place = f"{first - 1} +" if tag == "insert" else f"{first}-{last}"
        if tag == "delete":
            yield area, f"{place} are gone"
        sign = "" if tag == "insert" else " |"
        yield from ((area, f"{place}{sign} {line}") for line in new[at:to])


def _area(lines: Sequence[str], at: int) -> tuple[int, str]:
    """Where the area of a line starts, and its name."""
    for place in range(at, -1, -1):
        if lines[place].startswith("area "):
            return place, lines[place]
    return 0, "above all areas"
