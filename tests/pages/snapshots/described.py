"""The parts of an answer as lines that a person can read, and compare in a diff."""

import json
from collections.abc import Callable
from itertools import groupby

from tests.pages.snapshots.figures import without_computed
from tests.pages.snapshots.maps import model_map
from tests.pages.snapshots.pictures import board, curves
from tests.pages.snapshots.plainly import INDENT, Header, Lines, anything, chip

CHOSEN = ("chips", "menu")
"""Kinds whose numbers are settings."""


def described(part: Header, setting: Header) -> Lines:
    """A part by its kind. `setting` is the one in force, from which those of chips differ."""
    lines = KINDS.get(part["kind"], anything)(part, setting)
    yield from lines if part["kind"] in CHOSEN else map(without_computed, lines)


def _note(part: Header, setting: Header) -> Lines:
    yield f"note, {part['tone']}: {part['text']}"


def _heading(part: Header, setting: Header) -> Lines:
    yield " | ".join(filter(None, [f"heading: {part['title']}", part["about"]]))


def _table(part: Header, setting: Header) -> Lines:
    for word, row in [("table", part["columns"]), *(("row", row) for row in part["rows"])]:
        yield f"{word}: {' | '.join(row)}"


def _arithmetic(part: Header, setting: Header) -> Lines:
    yield f"arithmetic of {part['here']}: {part['title']}"
    yield INDENT + part["question"]
    for line in part["lines"]:
        yield f"{INDENT}{line['label']}: {' '.join(map(_span, line['spans']))}"
    for chart in part["bars"]:
        bars = ", ".join(_bar(row) for row in chart["rows"])
        yield f"{INDENT}chart, {chart['title']}: {bars}"
    if part["crumbs"]:
        yield f"{INDENT}came from {' > '.join(crumb['text'] for crumb in part['crumbs'])}"


def _bar(row: Header) -> str:
    gloss = f" “{row['gloss']}”" if row.get("gloss") else ""
    return f"{row['label']}{gloss} {row['text']}"


def _span(span: Header) -> str:
    """With the role that colours it: query, key, value or result."""
    return f"[{span['role']} {span['text']}]" if span["role"] else str(span["text"])


def _chips(part: Header, setting: Header) -> Lines:
    """Presets by what parts them from the first, other chips by what they change now."""
    on = [one["label"] for one in part["chips"] if one["on"]]
    yield f"chips {part['id']}: {part['title']}{' ● ' + ', '.join(on) if on else ''}"
    from_what = part["chips"][0]["setting"] if part["id"].startswith("presets") else setting
    for watch, chips in groupby(part["chips"], lambda one: str(one["hint"])):
        texts = [chip({**one, "hint": ""}, from_what, is_marked=False) for one in chips]
        yield f"{INDENT}{'; '.join(texts)}{f' | {watch}' if watch else ''}"


def _code(part: Header, setting: Header) -> Lines:
    """Its ends. What it gives is tested elsewhere, by running it."""
    lines = part["text"].splitlines()
    tone = "" if part["tone"] == "plain" else f", {part['tone']}"
    title = f": {part['title']}" if part["title"] else ""
    yield f"code, {len(lines)} lines{tone}{title}"
    yield from (INDENT + line for line in (lines if len(lines) < 3 else (lines[0], lines[-1])))


def _program(part: Header, setting: Header) -> Lines:
    """What its sources are called, and what the last of their notebooks says."""
    cells = [json.loads(one["notebook"])["cells"] for one in part["listings"]]
    words = [cell["source"] for cell in cells[-1] if cell["cell_type"] == "markdown"]
    labels = ", ".join(one["label"] for one in part["listings"])
    yield f"program {part['name']}: {labels}; notebook: {' … '.join(words[1:])}"


def _columns(part: Header, setting: Header) -> Lines:
    yield f"columns {part['id']}"
    for column in part["columns"]:
        yield f"{INDENT}column"
        for one in column:
            yield from (2 * INDENT + line for line in described(one, setting))


KINDS: dict[str, Callable[[Header, Header], Lines]] = {
    "board": board,
    "curves": curves,
    "note": _note,
    "heading": _heading,
    "table": _table,
    "arithmetic": _arithmetic,
    "chips": _chips,
    "menu": _chips,
    "code": _code,
    "program": _program,
    "columns": _columns,
    "map": model_map,
}
