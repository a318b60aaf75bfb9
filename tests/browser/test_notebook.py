"""What `show(...)` gives a notebook: a frame as high as its picture, which can be pointed at."""

import torch
from playwright.sync_api import expect

from transformer_core import attention, worked_example
from ui.notebook import show


def test_a_frame_draws_the_numbers_and_is_as_high_as_they_are(profile) -> None:
    steps = attention(*worked_example())
    shown = show(weights=steps.weights, output=steps.output, pin="weights.2.1", title="Weights")
    page = profile("en-US").new_page()
    troubles: list[str] = []
    page.on("pageerror", lambda error: troubles.append(str(error)))
    page.on("request", lambda request: troubles.append(request.url[:80]))
    page.set_content(shown._repr_html_())
    frame = page.frame_locator("iframe")
    expect(frame.locator("h1")).to_have_text("Weights")
    readout = frame.locator(".readout")
    expect(readout).to_contain_text(f"{steps.weights[2, 1]:.4f}")
    frame.locator('figure[data-id="output"] canvas.overlay').hover(position={"x": 60, "y": 40})
    expect(readout).not_to_contain_text(f"{steps.weights[2, 1]:.4f}")
    inner = frame.locator("html").evaluate("(node) => node.scrollHeight")
    assert page.locator("iframe").bounding_box()["height"] == inner
    page.close()
    assert [one for one in troubles if not one.startswith(("about:", "data:"))] == []


def test_many_numbers_are_drawn_too(profile) -> None:
    page = profile("en-US").new_page()
    page.set_content(show(large=torch.rand(512, 512))._repr_html_())
    expect(page.frame_locator("iframe").locator(".board[data-drawn]")).to_be_visible()
    page.close()
