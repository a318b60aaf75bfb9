"""Plotly curves for all pages, in colours that are legible on light and dark backgrounds."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

ACCENT = "#4a6cf0"
"""The curve that the user is changing."""

COLOURS = ("#c9681b", "#0e8f80", "#c2478f", "#8a63d2", "#7c8a1e", "#d1495b")
"""Curves to compare with. Each colour has a contrast of at least 3 with both backgrounds."""

NEUTRAL = "#818a9b"
"""Other lines and labels."""

HEIGHT = 380

LABEL_WIDTH, LABEL_HEIGHT = 0.3, 0.08
"""The size of a mark's label, as shares of a picture on a phone."""


@dataclass(frozen=True)
class Curve:
    """A line through (x, y). `name` is plain text, shown when hovering over the line."""

    name: str
    x: Sequence[float]
    y: Sequence[float]
    colour: str = ACCENT
    strong: bool = False
    dash: str = "solid"
    """Or "dash" or "dot", so that a line below this one shows through."""


@dataclass(frozen=True)
class Mark:
    """A labelled point of a curve."""

    x: float
    y: float
    label: str
    colour: str = ACCENT
    symbol: str = "circle"
    side: str = ""
    """Where the label is, as Plotly names it; "" for beside the mark, above it. See `with_room`."""


LABEL_FROM, LABEL_UNTIL = 0.005, 0.09
"""Where a label above a mark begins and ends, as shares of a linear picture's height."""

RIGHT_EDGE = 0.75
"""From this share of a picture's width on, a label is to the left of its mark."""
SIDES = {"top right": (1, 1), "top left": (-1, 1), "bottom right": (1, -1), "bottom left": (-1, -1)}
"""In which direction the label of a mark lies."""
NUMBER_WIDTH, NUMBER_HEIGHT, SAMPLES = 0.12, 0.16, 12
"""The size of a number as a label in a low picture, as shares, and where curves are looked up."""

Figure = dict[str, Any]
"""A Plotly figure: "data" and "layout". A plain dict, because validating it with Plotly's own
classes takes longer than the rest of an answer."""
STILL: Figure = {"showlegend": False, "hovermode": "closest", "dragmode": False}
"""What every layout has: no legend beside the figure, and nothing in it can be dragged."""


def _line(curve: Curve) -> Figure:
    line = {"color": curve.colour, "width": 3 if curve.strong else 2, "simplify": False}
    if curve.dash != "solid":
        line["dash"] = curve.dash
    return {
        "type": "scatter",
        "x": list(curve.x),
        "y": list(curve.y),
        "mode": "lines",
        "line": line,
        "name": curve.name,
        "hovertemplate": "%{x:,} · %{y:.4g}<extra>%{fullData.name}</extra>",
    }


def _place(
    mark: Mark, marks: Sequence[Mark], logarithmic: bool, until: float
) -> tuple[float, float]:
    """Return the position of a mark in the picture, as shares of its width and height."""
    if logarithmic:
        # Rates span about four powers of ten.
        return math.log10(mark.x) / math.log10(until), math.log10(mark.y) / 4
    return mark.x / until, mark.y / (max(mark.y for mark in marks) or 1)


def _beside(mark: Mark, marks: Sequence[Mark], axis: tuple[bool, float]) -> str:
    """Return the side for the label of a mark: the left one near the right edge."""
    if mark.side:
        return mark.side
    if _place(mark, marks, *axis)[0] <= RIGHT_EDGE:
        return "top right"
    return "bottom left" if axis[0] else "top left"


def with_room(mark: Mark, curves: Sequence[Curve], until: float) -> Mark:
    """Return a mark with its label on the side that the fewest curves cross, in a linear picture
    from 0 to `until`: above it on the right, if others are no better.
    """
    heights = [0.0, *(y for one in curves for y in one.y)]
    bottom, top = min(heights), max(heights)
    size = NUMBER_WIDTH * until, NUMBER_HEIGHT * ((top - bottom) or 1)
    inside = [
        side
        for side, (right, up) in SIDES.items()
        if 0 <= mark.x + right * size[0] <= until and mark.y + min(up, 0) * size[1] >= bottom
    ]

    def crossing(side: str) -> int:
        right, up = SIDES[side]
        x = np.linspace(mark.x + 0.15 * right * size[0], mark.x + right * size[0], SAMPLES)
        above = [(np.interp(x, one.x, one.y) - mark.y) * up / size[1] for one in curves]
        return sum(bool(((share > 0.1) & (share < 1)).any()) for share in above)

    return replace(mark, side=min(inside or SIDES, key=crossing))


def _uncrowded(marks: Sequence[Mark], axis: tuple[bool, float]) -> list[str]:
    """Return the labels, empty where a later (more important) mark needs the room."""
    labels: list[str] = []
    taken: list[tuple[float, float]] = []
    for mark in reversed(marks):
        x, y = _place(mark, marks, *axis)
        free = all(abs(x - left) > LABEL_WIDTH or abs(y - up) > LABEL_HEIGHT for left, up in taken)
        labels.append(mark.label if free else "")
        taken += [(x, y)] if free else []
    return labels[::-1]


def _marks(marks: Sequence[Mark], axis: tuple[bool, float]) -> Figure:
    colours = [mark.colour for mark in marks]
    return {
        "type": "scatter",
        "x": [mark.x for mark in marks],
        "y": [mark.y for mark in marks],
        "mode": "markers+text",
        "marker": {"size": 9, "color": colours, "symbol": [mark.symbol for mark in marks]},
        "text": [f" {label}" for label in _uncrowded(marks, axis)],
        "textposition": [_beside(mark, marks, axis) for mark in marks],
        "textfont": {"color": colours, "size": 13},
        "cliponaxis": False,
        "hoverinfo": "skip",
    }


def _axis(title: str, *, logarithmic: bool, **more: Any) -> Figure:
    kind = {"type": "log", "dtick": 1} if logarithmic else {"type": "linear"}
    return {"title": {"text": title}, "exponentformat": "power"} | kind | more


def _plumb_lines(
    at: float, curves: Sequence[Curve], marks: Sequence[Mark], axis: tuple[bool, float]
) -> list[Figure]:
    """Return a vertical line, in a linear picture interrupted where it would cross a label."""
    labels = [] if axis[0] else _crossed(at, marks, axis)
    line = {
        "type": "line",
        "x0": at,
        "x1": at,
        "line": {"color": NEUTRAL, "width": 1, "dash": "dot"},
    }
    if not labels:
        return [line | {"y0": 0, "y1": 1, "yref": "y domain"}]
    numbers = [0.0, *(y for one in curves for y in one.y)]
    bottom, top = min(numbers), max(numbers)
    ends = [bottom]
    for height in sorted(labels):
        ends += [height + share * (top - bottom) for share in (LABEL_FROM, LABEL_UNTIL)]
    ends.append(max(top, ends[-1]))
    pieces = zip(ends[::2], ends[1::2], strict=True)
    return [line | {"y0": start, "y1": end, "yref": "y"} for start, end in pieces if end > start]


def _crossed(at: float, marks: Sequence[Mark], axis: tuple[bool, float]) -> list[float]:
    """Return the heights of the marks whose label a vertical line would cross."""
    labels = zip(marks, _uncrowded(marks, axis), strict=True)
    aside = [
        (SIDES[_beside(mark, marks, axis)][0] * (at - mark.x), mark.y)
        for mark, label in labels
        if label
    ]
    return [height for distance, height in aside if 0 < distance < LABEL_WIDTH * axis[1]]


def curve_figure(
    curves: Sequence[Curve],
    x_title: str,
    y_title: str,
    *,
    marks: Sequence[Mark] = (),
    until: float,
    logarithmic: bool = False,
    at: float | None = None,
    height: int = HEIGHT,
) -> Figure:
    """Return a figure of curves over one pair of axes, both linear or both logarithmic.

    x goes from 0 (logarithmic: 1) to `until`, which is greater than 1; `at` draws a vertical line.
    """
    data, axis = [_line(curve) for curve in curves], (logarithmic, until)
    if marks:
        data.append(_marks(marks, axis))
    end = [0, 1.02 * math.log10(until)] if logarithmic else [0, 1.02 * until]
    x_looks: Figure = {"range": end} if logarithmic else {"range": end, "tickformat": ","}
    y_looks: Figure = {} if logarithmic else {"rangemode": "tozero"}
    layout = {
        "height": height,
        "margin": {"l": 72, "r": 16, "t": 28, "b": 48},
        **STILL,
        "xaxis": _axis(x_title, logarithmic=logarithmic, **x_looks),
        "yaxis": _axis(y_title, logarithmic=logarithmic, **y_looks),
        "shapes": [] if at is None else _plumb_lines(at, curves, marks, axis),
    }
    return {"data": data, "layout": layout}
