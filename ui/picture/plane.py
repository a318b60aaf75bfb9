"""Arrows from the middle of a plane with equal axes, in which an angle is seen as it is."""

from collections.abc import Sequence
from dataclasses import dataclass

from ui.picture.curves import NEUTRAL, STILL, Figure


@dataclass(frozen=True)
class Arrow:
    """An arrow to (x, y), with its name at its head. `before` is where it was before it turned."""

    name: str
    x: float
    y: float
    colour: str
    before: tuple[float, float] | None = None


def plane_figure(
    arrows: Sequence[Arrow], x_title: str, y_title: str, *, height: int = 300
) -> Figure:
    """Return a figure of the arrows, with a dotted line where each was before."""
    ends = [(one.x, one.y) for one in arrows] + [one.before for one in arrows if one.before]
    reach = 1.25 * max((abs(number) for end in ends for number in end), default=1.0) or 1.0
    data = [_line(one.name, one.before, one.colour, "dot") for one in arrows if one.before]
    data += [_line(one.name, (one.x, one.y), one.colour, "solid") for one in arrows]
    axis = {"range": [-reach, reach], "zerolinecolor": NEUTRAL, "type": "linear"}
    layout = {
        "height": height,
        "margin": {"l": 56, "r": 16, "t": 12, "b": 44},
        **STILL,
        "xaxis": {"title": {"text": x_title}, "constrain": "domain", **axis},
        "yaxis": {"title": {"text": y_title}, "scaleanchor": "x", "constrain": "domain", **axis},
    }
    return {"data": data, "layout": layout}


def _beyond(x: float, y: float) -> str:
    """Return the side of an arrow's head on which its line is not."""
    if abs(x) > abs(y):
        return "middle right" if x > 0 else "middle left"
    return "top center" if y >= 0 else "bottom center"


def _line(name: str, end: tuple[float, float], colour: str, dash: str) -> Figure:
    is_solid = dash == "solid"
    return {
        "type": "scatter",
        "x": [0.0, end[0]],
        "y": [0.0, end[1]],
        "mode": "lines+markers+text" if is_solid else "lines",
        "line": {"color": colour, "width": 3 if is_solid else 1.5, "dash": dash},
        "marker": {"size": [0, 9], "color": colour},
        "text": ["", name],
        "textposition": _beyond(*end),
        "textfont": {"color": colour, "size": 13},
        "cliponaxis": False,
        "name": name,
        "hovertemplate": "%{x:.4g} · %{y:.4g}<extra>%{fullData.name}</extra>",
    }
