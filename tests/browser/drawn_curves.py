"""Curves as Plotly has drawn them, read by the ticks beside their axes."""

import re
from collections.abc import Mapping, Sequence
from math import log10
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Locator

from tests.browser.share_panel import read_tick

# Of each plot of a figure its lines with their colours and points, and of the axes their ticks with
# their texts; all in pixels of the figure. A line begins again after a number that is missing.
DRAWN = """(node) => {
    const place = (one) => {
        const { e, f } = one.transform.baseVal.consolidate().matrix;
        return [e, f];
    };
    const ticks = (axis, side) => [...node.querySelectorAll(`.${axis}tick text`)].map(
        (text) => [place(text)[side], text.textContent]
    );
    const lines = [...node.querySelectorAll(".trace .js-line")];
    const plots = [...new Set(lines.map((line) => line.closest(".xy, .xy2")))];
    return {
        x: ticks("x", 0),
        plots: plots.map((plot) => {
            const [left, top] = place(plot), axis = plot.matches(".xy2") ? "y2" : "y";
            return {
                axis, y: ticks(axis, 1),
                lines: [...plot.querySelectorAll(".trace .js-line")].map((path) => ({
                    colour: getComputedStyle(path).stroke,
                    points: [...path.getAttribute("d").matchAll(/[ML]([-\\d.]+),([-\\d.]+)/g)].map(
                        ([, x, y]) => [left + Number(x), top + Number(y)]
                    ),
                })),
            };
        }),
    };
}"""
WITHIN_PIXELS = 0.75


class Line(NamedTuple):
    """What a line of a figure is to go through."""

    x: Sequence[float]
    y: Sequence[float | None]
    colour: str
    axis: str = "y"


def places(ticks: list[tuple[float, str]], numbers: list[float], *, is_log: bool) -> list[float]:
    """Where these numbers are along an axis, in pixels, by its first tick and its last."""
    assert len(ticks) > 1, "one number beside an axis says nothing of its scale"
    scale = log10 if is_log else float
    numbered = [(at, text) for at, text in ticks if re.search(r"\d", text)]  # no words
    ends = [(at, scale(read_tick(text))) for at, text in (numbered[0], numbered[-1])]
    (start, low), (end, high) = ends
    return [start + (end - start) * (scale(number) - low) / (high - low) for number in numbers]


def rgb(colour: str) -> str:
    channels = (str(int(colour[place : place + 2], 16)) for place in (1, 3, 5))
    return f"rgb({', '.join(channels)})"


def expect_lines(node: Locator, lines: Sequence[Line], layout: Mapping[str, Any]) -> None:
    """A figure's lines have these colours and go through these numbers."""
    drawn = node.evaluate(DRAWN)
    by_axis = {plot["axis"]: plot for plot in drawn["plots"]}
    assert set(by_axis) == {line.axis for line in lines}
    is_log = {axis: layout.get(f"{axis}axis", {}).get("type") == "log" for axis in ("x", "y")}
    for axis, plot in by_axis.items():
        own = [line for line in lines if line.axis == axis]
        assert [one["colour"] for one in plot["lines"]] == [rgb(line.colour) for line in own]
        for seen, line in zip(plot["lines"], own, strict=True):
            known = [(x, y) for x, y in zip(line.x, line.y, strict=True) if y is not None]
            for side, (ticks, log) in enumerate(
                ((drawn["x"], is_log["x"]), (plot["y"], is_log.get(axis, False)))
            ):
                numbers = [point[side] for point in known]
                expected = places(ticks, numbers, is_log=log)
                found = [point[side] for point in seen["points"]]
                assert found == pytest.approx(expected, abs=WITHIN_PIXELS)
