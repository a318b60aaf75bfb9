"""Curves in Plotly, the same on every page, in colours that read on white and on dark alike."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

# Plotly looks into pandas when that is there, even half imported by another visitor's thread.
import pandas  # noqa: F401
import plotly.graph_objects as go
import streamlit as st

ACCENT = "#4a6cf0"
"""What is being changed now."""

COLOURS = ("#c9681b", "#0e8f80", "#c2478f", "#8a63d2", "#7c8a1e", "#d1495b")
"""What it is compared with. Each has a contrast of at least 3 with both backgrounds."""

NEUTRAL = "#818a9b"
"""Lines and labels that are neither."""

HEIGHT = 380

LABEL_WIDTH, LABEL_HEIGHT = 0.3, 0.08
"""The room that the label of a mark takes, as shares of a picture on a telephone."""


@dataclass(frozen=True)
class Curve:
    """A line through (x, y). `name` is read at the line when hovering; it is plain text."""

    name: str
    x: Sequence[float]
    y: Sequence[float]
    colour: str = ACCENT
    strong: bool = False


@dataclass(frozen=True)
class Mark:
    """One point of a curve that is worth its label."""

    x: float
    y: float
    label: str
    colour: str = ACCENT
    symbol: str = "circle"


def _line(curve: Curve) -> go.Scatter:
    # Plotly lets only traces with markers be clicked; these cannot be seen.
    return go.Scatter(
        x=curve.x,
        y=curve.y,
        mode="lines+markers",
        line={"color": curve.colour, "width": 3 if curve.strong else 2, "simplify": False},
        marker={"size": 12, "opacity": 0},
        selected={"marker": {"opacity": 0}},
        unselected={"marker": {"opacity": 0}},
        name=curve.name,
        hovertemplate="%{x:,} · %{y:.4g}<extra>%{fullData.name}</extra>",
    )


def _place(
    mark: Mark, marks: Sequence[Mark], logarithmic: bool, until: float
) -> tuple[float, float]:
    """Where a mark stands in the picture, as shares of its width and height."""
    if logarithmic:
        # Rates span about four powers of ten.
        return math.log10(mark.x) / math.log10(until), math.log10(mark.y) / 4
    return mark.x / until, mark.y / (max(mark.y for mark in marks) or 1)


def _beside(mark: Mark, marks: Sequence[Mark], axis: tuple[bool, float]) -> str:
    """Which side of a mark its label takes: near the right edge, the left one."""
    if _place(mark, marks, *axis)[0] <= 0.75:
        return "top right"
    return "bottom left" if axis[0] else "top left"


def _uncrowded(marks: Sequence[Mark], axis: tuple[bool, float]) -> list[str]:
    """The labels, but empty where a later mark, which matters more, needs the room."""
    labels: list[str] = []
    taken: list[tuple[float, float]] = []
    for mark in reversed(marks):
        x, y = _place(mark, marks, *axis)
        free = all(abs(x - left) > LABEL_WIDTH or abs(y - up) > LABEL_HEIGHT for left, up in taken)
        labels.append(mark.label if free else "")
        taken += [(x, y)] if free else []
    return labels[::-1]


def _marks(marks: Sequence[Mark], axis: tuple[bool, float]) -> go.Scatter:
    return go.Scatter(
        x=[mark.x for mark in marks],
        y=[mark.y for mark in marks],
        mode="markers+text",
        marker={
            "size": 9,
            "color": [mark.colour for mark in marks],
            "symbol": [mark.symbol for mark in marks],
        },
        unselected={"marker": {"opacity": 1}},
        text=[f" {label}" for label in _uncrowded(marks, axis)],
        textposition=[_beside(mark, marks, axis) for mark in marks],
        textfont={"color": [mark.colour for mark in marks], "size": 13},
        cliponaxis=False,
        hoverinfo="skip",
    )


def curve_figure(
    curves: Sequence[Curve],
    x_title: str,
    y_title: str,
    *,
    marks: Sequence[Mark] = (),
    until: float,
    logarithmic: bool = False,
    at: float | None = None,
) -> go.Figure:
    """Curves over one pair of axes, both linear or both logarithmic.

    x goes from 0, or 1, to `until`, which is greater than 1; `at` draws a plumb line.
    """
    figure = go.Figure([_line(curve) for curve in curves])
    if marks:
        figure.add_trace(_marks(marks, (logarithmic, until)))
    kind = "log" if logarithmic else "linear"
    ticks = {"exponentformat": "power", "type": kind, "dtick": 1 if logarithmic else None}
    end = [0, 1.02 * math.log10(until)] if logarithmic else [0, 1.02 * until]
    figure.update_xaxes(
        title=x_title, range=end, **ticks | {"tickformat": "" if logarithmic else ","}
    )
    figure.update_yaxes(title=y_title, **ticks, rangemode="normal" if logarithmic else "tozero")
    figure.update_layout(
        height=HEIGHT,
        margin={"l": 8, "r": 16, "t": 28, "b": 8},
        showlegend=False,
        hovermode="closest",
        clickmode="event+select",
        dragmode=False,
    )
    if at is not None:
        figure.add_vline(at, line={"color": NEUTRAL, "width": 1, "dash": "dot"})
    return figure


def show_curves(
    figure: go.Figure, *, key: str, on_click: Callable[[float], None] | None = None
) -> None:
    """Draw a figure. `on_click` gets the x of the point that was clicked."""

    def clicked() -> None:
        points = st.session_state[key].selection.points
        if points and on_click is not None:
            on_click(points[0]["x"])

    st.plotly_chart(
        figure,
        key=key,
        config={"displayModeBar": False, "scrollZoom": False, "doubleClick": False},
        on_select=clicked if on_click else "ignore",
        selection_mode="points",
    )
