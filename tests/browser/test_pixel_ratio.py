"""Canvases stay sharp when the browser is zoomed or its window comes to another screen."""

import pytest

pytestmark = pytest.mark.thorough

# For each canvas in sight: its pixels for one of the page's, across and down.
# They are a whole number of pixels wide, so a little more than the ratio is right.
HAS_PIXELS = """(ratio) => {
    const pixels = [...document.querySelectorAll("*")]
    .flatMap(({ shadowRoot }) => [...(shadowRoot?.querySelectorAll("canvas") ?? [])])
    .concat([...document.querySelectorAll("figure canvas")])
    .filter((canvas) => canvas.checkVisibility() && canvas.clientWidth)
    .flatMap((canvas) => [
        canvas.width / canvas.clientWidth, canvas.height / canvas.clientHeight,
    ]);
    return pixels.length && pixels.every((one) => ratio - 0.02 <= one && one <= ratio + 0.05);
}"""


@pytest.mark.parametrize("path", ["attention", "your_sentence", "multi_head_attention"])
def test_every_canvas_is_drawn_in_the_screens_pixels(visit, path):
    page = visit(path).page
    assert page.evaluate(HAS_PIXELS, 1)
    screen = page.context.new_cdp_session(page)
    for ratio in (2, 1.25, 3, 1):
        # Chromium tells of a new ratio only with a new size; all that fits the width stays.
        size = {"width": 1280, "height": 900 + int(20 * ratio)}
        metrics = size | {"deviceScaleFactor": ratio, "mobile": False}
        screen.send("Emulation.setDeviceMetricsOverride", metrics)
        page.wait_for_function("(ratio) => window.devicePixelRatio === ratio", arg=ratio)
        page.wait_for_function(HAS_PIXELS, arg=ratio)
