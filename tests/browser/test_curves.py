"""Every curve as Plotly draws it, read by the ticks beside its axes, on every page that has one."""

from math import log10
from typing import Any

import pytest
from playwright.sync_api import Locator

from tests.browser.matrix_board import wait_until_idle
from tests.browser.share_panel import read_tick
from tests.pages.answers import Asked
from ui.answer.parts import Curves
from ui.picture.curves import Figure
from ui.state.address import write_state

# The fields of an address, and its curves.
SHOWN: dict[str, list[dict[str, Any]]] = {
    "learning_rate": [{}, {"axes": "logarithmic"}],
    "positional_encoding": [{"below": "waves"}],
    "encoder_decoder": [{"below": "depth"}],
    "mistakes": [{"mistake": "unscaled_scores"}, {"mistake": "warmup_exponent"}],
}
SETTINGS = [(name, fields) for name, all_fields in SHOWN.items() for fields in all_fields]
# Lines with their colours and points, and ticks with their texts, all in pixels of the figure.
DRAWN = """(node) => {
    const place = (one) => {
        const { e, f } = one.transform.baseVal.consolidate().matrix;
        return [e, f];
    };
    const ticks = (axis, side) => [...node.querySelectorAll(`.${axis}tick text`)].map(
        (text) => [place(text)[side], text.textContent]
    );
    const plot = node.querySelector(".js-line").closest(".xy");
    const [left, top] = place(plot);
    return {
        x: ticks("x", 0),
        y: ticks("y", 1),
        lines: [...plot.querySelectorAll(".trace .js-line")].map((path) => ({
            colour: getComputedStyle(path).stroke,
            points: [...path.getAttribute("d").matchAll(/[ML]([-\\d.]+),([-\\d.]+)/g)].map(
                ([, x, y]) => [left + Number(x), top + Number(y)]
            ),
        })),
    };
}"""
WITHIN_PIXELS = 0.75


def places(ticks: list[tuple[float, str]], numbers: list[float], *, is_log: bool) -> list[float]:
    """Where these numbers are along an axis, in pixels, by its first tick and its last."""
    scale = log10 if is_log else float
    ends = [(at, scale(read_tick(text))) for at, text in (ticks[0], ticks[-1])]
    (start, low), (end, high) = ends
    return [start + (end - start) * (scale(number) - low) / (high - low) for number in numbers]


def rgb(colour: str) -> str:
    channels = (str(int(colour[place : place + 2], 16)) for place in (1, 3, 5))
    return f"rgb({', '.join(channels)})"


def compare(node: Locator, figure: Figure) -> None:
    drawn = node.evaluate(DRAWN)
    lines = [one for one in figure["data"] if one["mode"] == "lines"]
    assert len(drawn["lines"]) == len(lines) > 0
    is_log = {
        axis: figure["layout"].get(f"{axis}axis", {}).get("type") == "log" for axis in ("x", "y")
    }
    for seen, line in zip(drawn["lines"], lines, strict=True):
        assert seen["colour"] == rgb(line["line"]["color"])
        for side, axis in enumerate(("x", "y")):
            expected = places(drawn[axis], line[axis], is_log=is_log[axis])
            assert [point[side] for point in seen["points"]] == pytest.approx(
                expected, abs=WITHIN_PIXELS
            )


@pytest.mark.parametrize("color_scheme", ["light", "dark"])
@pytest.mark.parametrize(("name", "fields"), SETTINGS)
def test_curves_are_drawn_through_their_numbers(visit, name, fields, color_scheme):
    asked = Asked(name, **fields)
    address = write_state(asked.state, "en", asked.text)
    page = visit(f"{name}{address}", color_scheme=color_scheme).page
    wait_until_idle(page)
    curves = [one for one in asked.parts() if isinstance(one, Curves)]
    assert curves
    for one in curves:
        node = page.locator(f"[data-workbench=curve][data-id={one.id}]")
        node.locator(".js-line").first.wait_for()
        node.scroll_into_view_if_needed()
        compare(node, one.figure)
