"""What `show(...)` gives a notebook: a frame as high as its picture, which can be pointed at."""

from collections.abc import Iterator

import pytest
import torch
from playwright.sync_api import Page, Playwright, expect

from benchmarks.browser import launch_options
from transformer_core import attention
from transformer_lab.examples import worked_example
from ui.notebook import show


@pytest.fixture
def page(playwright: Playwright) -> Iterator[Page]:
    """In a browser of its own, where no page of the app has been."""
    browser = playwright.chromium.launch(**launch_options(may_be_shell=True))
    yield browser.new_page()
    browser.close()


def test_a_frame_draws_the_numbers_and_is_as_high_as_they_are(page: Page) -> None:
    steps = attention(*worked_example())
    shown = show(weights=steps.weights, output=steps.output, pin="weights.2.1", title="Weights")
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
    high = frame.locator("body").evaluate("(node) => node.getBoundingClientRect().height")
    assert high < 480
    assert page.locator("iframe").bounding_box()["height"] == pytest.approx(high, abs=1)
    assert [one for one in troubles if not one.startswith(("about:", "data:"))] == []


def test_many_numbers_are_drawn_too(page: Page) -> None:
    page.set_content(show(large=torch.rand(512, 512))._repr_html_())
    expect(page.frame_locator("iframe").locator(".board[data-drawn]")).to_be_visible()
