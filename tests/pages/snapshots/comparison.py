"""What is written, compared with what a page says now."""

import re
from collections.abc import Sequence
from difflib import SequenceMatcher, unified_diff
from pathlib import Path

FOLDER = Path(__file__).parent
ACCEPT = "python -m tests.pages.snapshots --write"
ROUNDED = re.compile(r"\d+\.\d{3,}|\d{2,}\.\d{2,}|\d{3,}\.\d+|\d\.\d\d(?= × 10)")
"""Numbers whose last digit another processor may round otherwise."""
HELD = 5e-7
"""How much of a number two computations in float32 may differ by."""


def file_of(name: str) -> Path:
    return FOLDER / f"{name}.txt"


def written(name: str) -> str:
    """The snapshot of a page; empty where there is none."""
    file = file_of(name)
    return file.read_text("utf-8") if file.exists() else ""


def settled(old: Sequence[str], now: Sequence[str]) -> list[str]:
    """What is said now, in the written digits wherever only rounding is between them."""
    before, after = ([ROUNDED.sub("0.000", line) for line in lines] for lines in (old, now))
    lines = list(now)
    for tag, start, end, at, _ in SequenceMatcher(None, before, after, False).get_opcodes():
        if tag == "equal":
            for one, place in zip(range(start, end), range(at, at + end - start), strict=True):
                if _is_rounding(old[one], now[place]):
                    lines[place] = old[one]
    return lines


def _is_rounding(old: str, now: str) -> bool:
    """Whether every number is within one of its last common digit; all else is the same.

    Of a large number that digit is none that a computation in float32 holds.
    """
    return all(
        abs(float(one) - float(other)) < max(1.5 * 10.0 ** -_digits(one, other), HELD * float(one))
        for one, other in zip(ROUNDED.findall(old), ROUNDED.findall(now), strict=True)
    )


def _digits(one: str, other: str) -> int:
    """How many decimals both have. A 0 at the end of both is none: it only fills up."""
    while one.endswith("0") and other.endswith("0"):
        one, other = one[:-1], other[:-1]
    return min(map(_decimals, (one, other)))


def _decimals(number: str) -> int:
    return len(number.partition(".")[2])


def accepted(old: str, now: str) -> str:
    """What to write: the new text, with no digit changed for nothing."""
    return "".join(settled(old.splitlines(True), now.splitlines(True)))


def difference(name: str, now: str) -> str:
    """What has changed, as a unified diff; empty where nothing has."""
    old, new = (text.splitlines(True) for text in (written(name), accepted(written(name), now)))
    return "".join(unified_diff(old, new, f"{name}.txt as written", f"{name}.txt now"))
