"""Strangers' values in a real browser: nothing runs, nothing is fetched, nothing breaks."""

from urllib.parse import urlencode

import pytest
from playwright.sync_api import Page

from tests.browser.matrix_board import wait_until_idle
from tests.hostile import TRICKS
from ui.answer.page_handler import answer_of
from ui.words.pages import page_names

pytestmark = pytest.mark.thorough

SHORT = [text for text in TRICKS if len(text) < 300 and "\x00" not in text]
TYPED = ["<img src=x onerror='window.hit = 1'> [a](http://x.example) " + "9" * 300, ""]


def is_whole(page: Page) -> None:
    wait_until_idle(page)
    assert page.locator("[data-testid=stException]").count() == 0
    assert page.evaluate("window.hit") is None
    assert page.locator(".stMain script, .stMain iframe, .stMain object").count() == 0


@pytest.mark.parametrize("name", page_names())
def test_no_address_and_nothing_typed_runs_or_breaks_anything(visit, name: str):
    """The `visit` fixture asks that nothing was fetched from elsewhere, and no error thrown."""
    setting = answer_of(name).setting
    fields = [f"{setting.PREFIX}_{one}" for one in (*setting.controls(), "pin", "trail")]
    start = 31 * page_names().index(name)
    places = [(start + 7 * place) % len(SHORT) for place in range(len(fields))]
    values = {field: SHORT[place] for field, place in zip(fields, places, strict=True)}
    opened = visit(f"{name}?{urlencode(values)}")
    # The browser notes it where a value is refused, and where there is no such run.
    opened.expected = r"400 \(Bad Request\)|404 \(Not Found\) \S+/runs/"
    page = opened.page
    is_whole(page)
    for field in page.locator(".stMain input[type=text], .stMain input[type=number]").all():
        kind = field.get_attribute("type")
        for text in TYPED if kind == "text" else ["1e999", "-5"]:
            if not field.is_visible() or not field.is_enabled():
                continue
            field.fill(text) if kind == "text" else field.press_sequentially(text)
            field.press("Enter")
            is_whole(page)
