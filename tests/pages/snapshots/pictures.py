"""Matrices and curves as lines, without what a law compares: their numbers."""

from base64 import b64decode
from collections.abc import Sequence
from itertools import groupby
from typing import Any

import numpy as np

from tests.pages.snapshots.figures import figure
from tests.pages.snapshots.plainly import INDENT, Header, Lines, indented, named, plain, without

FLAGS = ("editable", "paintable", "below", "compact", "flat", "given")
AXES = ("tileAxis", "rows", "cols")
MOST_CELLS = 40


def board(part: Header, setting: Header) -> Lines:
    others = named(without(part, "kind", "id", "items", "hint"), setting)
    yield " · ".join([f"board {part['id']}", *others])
    yield from indented(named({"hint": part["hint"]} if part["hint"] else {}, setting))
    seen: dict[str, str] = {}
    signs = ""
    for item in part["items"]:
        if "values" in item:
            first, *others = _matrix(item, setting, seen)
            yield from indented([f"{signs}{first}", *others])
            signs = ""
        else:
            # An operator between matrices, or a new line.
            signs += f"{item['kind']} {item['text']}".strip() + " · "


def _matrix(item: Header, setting: Header, seen: dict[str, str]) -> Lines:
    """`seen` are the axes above, by their names, which need not be said again."""
    note = f" | {item['note']}" if item["note"] else ""
    axes = {name: _once(item[name], seen) for name in AXES if name in item}
    known = [f"{name} as above" for name, axis in axes.items() if not axis]
    covered = ("hidden", "marks")
    cells = [f"{name} {_places(item[name])}" for name in covered if item[name] is not None]
    looks = " · ".join([*_looks(item), *known, *cells])
    yield f"{item['kind']} {item['id']}: {item['name']}{note} · {looks}"
    said = " · ".join(f"{name} {axis}" for name, axis in axes.items() if axis)
    yield from indented([said] if said else [])
    text = (
        "kind",
        "id",
        "name",
        "note",
        "shape",
        "scale",
        "limit",
        "role",
        "rowLabels",
        "colLabels",
    )
    rest = without(item, *text, *FLAGS, *AXES, "values", "hidden", "marks")
    yield from indented(named(rest, setting))


def _looks(item: Header) -> Lines:
    yield " × ".join(map(str, item["shape"]))
    yield f"{item['scale']} to {'the largest' if item['limit'] is None else figure(item['limit'])}"
    if item["role"]:
        yield f"role {item['role']}"
    yield from (name for name in FLAGS if item.get(name))
    if not item["rowLabels"]:
        yield "no row labels"
    if not item["colLabels"]:
        yield "no column labels"


def _once(axis: Header, seen: dict[str, str]) -> str:
    """What is said of an axis; nothing where it was said above."""
    text, before = _axis(axis), seen.get(axis["name"])
    seen[axis["name"]] = text
    return "" if text == before else text


def _axis(axis: Header) -> str:
    also = f" also {plain(axis['also'])}" if axis["also"] else ""
    title = f" “{axis['title']}”" if axis["title"] else ""
    spoken = f" ({axis['spoken']})" if axis["spoken"] != axis["title"] else ""
    labels = f"from {axis['first']}" if axis["labels"] is None else _labels(axis)
    return f"{axis['name']}{also}{title}{spoken}: {labels}"


def _labels(axis: Header) -> str:
    """Each with its gloss, if it has one."""
    glosses = axis["glosses"] or [""] * len(axis["labels"])
    named = zip(axis["labels"], glosses, strict=True)
    return plain([f"{label} “{gloss}”" if gloss else label for label, gloss in named])


def _places(found: np.ndarray) -> str:
    """Which cells of the first row, and how many of all."""
    row = found.reshape(-1, found.shape[-1])[0][:MOST_CELLS]
    return f"{''.join('#' if one else '.' for one in row)} · {np.count_nonzero(found)} in all"


def curves(part: Header, setting: Header) -> Lines:
    yield f"curves {part['id']}: {part['name']}"
    layout = part["figure"]["layout"]
    axes = (name for name in sorted(layout) if name[1:].startswith("axis"))
    yield INDENT + " · ".join(f"{name} {_plotly_axis(layout[name])}" for name in axes)
    yield from indented(_traces(part["figure"]["data"]))
    for note in layout.get("annotations", ()):
        yield f"{INDENT}annotation {note.get('text', '')}"
    for shape in layout.get("shapes", ()):
        ends = (shape.get(name) for name in ("x0", "x1", "y0", "y1"))
        yield f"{INDENT}{shape.get('type')} {plain(list(ends))}"
    yield from indented(named(without(part, "kind", "id", "name", "figure"), setting))


def _plotly_axis(axis: Header) -> str:
    texts = [axis.get("title", {}).get("text"), axis.get("type"), axis.get("range")]
    return " · ".join(plain(one) for one in texts if one)


def _traces(traces: Sequence[Header]) -> Lines:
    """Those of as many points that follow one another in one line."""
    for (points, labels), alike in groupby(traces, _points_and_labels):
        said = f" · labels {labels}" if labels else ""
        yield f"{'; '.join(map(_trace, alike))} · {points} points{said}"


def _points_and_labels(trace: Header) -> tuple[int, str]:
    labels = _series(trace.get("text"))
    points = max(len(_series(trace.get(axis))) for axis in "xy")
    return points, plain(labels) if labels else ""


def _trace(trace: Header) -> str:
    drawn = trace.get("line") or trace.get("marker") or {}
    name = trace.get("name") or trace.get("type") or "points"
    return f"{name} · {plain(drawn.get('color', ''))}"


def _series(values: Any) -> list[Any]:
    """What Plotly has of an axis; numbers may be packed."""
    if isinstance(values, dict):
        return np.frombuffer(b64decode(values["bdata"]), dtype=values["dtype"]).tolist()
    return [values] if isinstance(values, str) else list(values or ())
