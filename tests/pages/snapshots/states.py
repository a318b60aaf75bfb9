"""What a page says in one state, as its differences from another one."""

from collections.abc import Mapping, Sequence
from difflib import SequenceMatcher

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
    """New lines, below the name of their area: "3-5 |" come in the place of its lines 3 to 5, "3 +"
    after line 3; "3-5 are gone" need no others.
    """
    area = ""
    for tag, start, end, at, to in SequenceMatcher(None, old, new, False).get_opcodes():
        if tag == "equal":
            continue
        top, here = _area(old, start - 1 if tag == "insert" else start)
        if here != area:
            area = here
            yield f"{INDENT}{area}"
        first, last = start - top, end - 1 - top
        place = f"{first - 1} +" if tag == "insert" else f"{first}-{last}"
        if tag == "delete":
            yield f"{INDENT}{place} are gone"
        sign = "" if tag == "insert" else " |"
        yield from (f"{INDENT}{place}{sign} {line}" for line in new[at:to])


def _area(lines: Sequence[str], at: int) -> tuple[int, str]:
    """Where the area of a line starts, and its name."""
    for place in range(at, -1, -1):
        if lines[place].startswith("area "):
            return place, lines[place]
    return 0, "above all areas"
