"""What stands behind "More": drawn only when somebody looks."""

import re
import time

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.matrix_board import PATIENCE_SECONDS, wait_until_idle

pytestmark = pytest.mark.thorough

STARTS = {"self_attention": "self_attention?v=4&sa_source=random"}
"""Where another preset brings no other controls."""
MORE = ".stMain [data-testid=stPopover] button"
BODY = "[data-testid=stPopoverBody]"


def open_more(page: Page) -> None:
    page.locator(MORE).first.click()
    page.locator(f"{BODY} :is(input, [role=radiogroup])").first.wait_for()


def text_of(page: Page) -> list[tuple[str | None, str]]:
    """What each control behind "More" is called and says."""
    fields = page.locator(f"{BODY} :is(input, [role=radiogroup])").all()
    return [(field.get_attribute("aria-label"), saying(field)) for field in fields]


def saying(field: Locator) -> str:
    role = field.get_attribute("role")
    if role == "radiogroup":
        return field.locator("[aria-checked=true]").inner_text()
    return str(field.is_checked()) if role == "switch" else field.input_value()


@pytest.mark.parametrize(
    "name",
    [
        "positional_encoding",
        "attention",
        "self_attention",
        "multi_head_attention",
        "your_sentence",
        "encoder_decoder",
        "learning_rate",
    ],
)
def test_what_is_looked_at_late_says_what_is_in_force(visit, name: str):
    """A preset is pressed before anybody looked behind "More"."""
    page = visit(STARTS.get(name, name)).page
    opened = page.url
    entries = page.locator(".menu-entry")
    in_force = [entry.get_attribute("aria-checked") for entry in entries.all()]
    entry = entries.nth(in_force.index("false", 1))
    page.locator(".menu-button").first.click()
    entry.click()
    expect(entry).to_have_attribute("aria-checked", "true")
    expect(page).not_to_have_url(opened)
    wait_until_idle(page)
    open_more(page)
    again = visit(page.url.partition("127.0.0.1")[2].partition("/")[2]).page
    open_more(again)
    # A busy browser brings one control after another.
    end = time.monotonic() + PATIENCE_SECONDS
    while (late := text_of(page)) != text_of(again) and time.monotonic() < end:
        page.wait_for_timeout(100)
    assert late
    assert late == text_of(again)


def choose_entry(page: Page, menu: int, text: str) -> None:
    page.locator(".area-chips .menu-button").nth(menu).click()
    page.locator(".menu-entry:visible", has_text=text).first.click()
    wait_until_idle(page)


def test_a_mask_that_moved_behind_more_does_not_come_back(visit):
    page = visit("attention").page
    page.get_by_role("radio", name="Padding").click()
    expect(page).to_have_url(re.compile("at_mask=padding"))
    wait_until_idle(page)
    choose_entry(page, 0, "From the translator")
    page.locator("[class*=st-key-at_head] input").focus()
    page.keyboard.press("ArrowRight")
    expect(page).to_have_url(re.compile("at_head="))
    wait_until_idle(page)
    expect(page).not_to_have_url(re.compile("at_mask=padding"))
