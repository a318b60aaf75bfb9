"""Canvases stay sharp when the browser is zoomed or its window comes to another screen."""

import pytest
from playwright.sync_api import Page

# For each canvas in sight: its pixels for one of the page's, across and down.
PIXELS = """() => [...document.querySelectorAll("*")]
    .flatMap(({ shadowRoot }) => [...(shadowRoot?.querySelectorAll("canvas") ?? [])])
    .concat([...document.querySelectorAll("figure canvas")])
    .filter((canvas) => canvas.checkVisibility() && canvas.clientWidth)
    .flatMap((canvas) => [
        canvas.width / canvas.clientWidth, canvas.height / canvas.clientHeight,
    ])"""


def has_pixels(page: Page, ratio: float) -> bool:
    """Canvases are a whole number of pixels wide, so a little more than the ratio is right."""
    pixels = page.evaluate(PIXELS)
    return bool(pixels) and all(ratio - 0.02 <= share <= ratio + 0.05 for share in pixels)


@pytest.mark.parametrize("path", ["attention", "your_sentence", "multi_head_attention"])
def test_every_canvas_is_drawn_in_the_screens_pixels(visit, path):
    page = visit(path, own_tab=True).page
    assert has_pixels(page, 1)
    screen = page.context.new_cdp_session(page)
    for ratio in (2, 1.25, 3, 1):
        # Chromium tells of a new ratio only with a new size; all that fits the width stays.
        size = {"width": 1280, "height": 900 + int(20 * ratio)}
        metrics = size | {"deviceScaleFactor": ratio, "mobile": False}
        screen.send("Emulation.setDeviceMetricsOverride", metrics)
        page.wait_for_function("(ratio) => window.devicePixelRatio === ratio", arg=ratio)
        page.wait_for_timeout(100)
        assert has_pixels(page, ratio), page.evaluate(PIXELS)
