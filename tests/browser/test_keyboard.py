"""The way of somebody who has no mouse, and what is spoken to somebody who sees nothing."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.matrix_board import MatrixBoard
from ui.shell.navigation import page_names

ON_TOP = """(link) => {
    const { left, top, width, height } = link.getBoundingClientRect();
    return document.elementFromPoint(left + width / 2, top + height / 2) === link;
}"""
IN_PICTURE = "() => Boolean(document.activeElement.closest('.workbench.main'))"


def spoken(page: Page) -> str:
    """What stands in the line of the first board that readers speak."""
    return page.locator(".board .live").first.inner_text()


@pytest.mark.parametrize("name", page_names())
def test_the_first_stop_leads_to_the_picture(visit, name: str):
    page = visit(name).page
    link = page.locator("a.skip-to-picture")
    expect(link).to_have_text("Skip to the picture")
    page.keyboard.press("Tab")
    expect(link).to_be_focused()
    assert link.evaluate(ON_TOP)
    page.keyboard.press("Enter")
    assert page.evaluate(IN_PICTURE)


def test_keys_lead_along_a_row_to_the_corners_and_over_pages_of_rows(visit):
    page = visit("positional_encoding").page
    MatrixBoard(page, "pe").cells.focus()
    for key, cell in {
        "Control+Home": "0.0",
        "End": "0.127",
        "PageDown": "10.127",
        "Home": "10.0",
        "Control+End": "49.127",
        "ArrowLeft": "49.126",
    }.items():
        page.keyboard.press(key)
        expect(page).to_have_url(re.compile(rf"pe_pin=[^&]*\.{cell}(&|$)"))


def test_every_head_of_many_is_reached_by_keys(visit):
    """There a pinned head is opened: the address says of which layer, and which heads are off."""
    page = visit("your_sentence").page
    page.locator(".area-heads canvas.overlay").first.focus()
    page.keyboard.press("Control+Home")
    expect(page).to_have_url(re.compile("ys_off"))
    opened = [page.url]
    for _ in range(7):
        page.keyboard.press("PageDown")
        expect(page).not_to_have_url(opened[-1])
        opened.append(page.url)
    assert len(set(opened)) == 8


def test_what_was_typed_is_spoken_as_it_is_now(visit):
    page = visit("attention").page
    MatrixBoard(page, "Q").click(0, 2)
    assert spoken(page).endswith("= 10")
    page.keyboard.type("0.5")
    page.keyboard.press("Enter")
    assert spoken(page).endswith("= 0.5000")


def test_what_was_painted_is_spoken(visit):
    page = visit("attention?at_source=random&at_mask=painted").page
    mask = MatrixBoard(page, "mask")
    mask.cells.focus()
    page.keyboard.press("Enter")
    page.keyboard.press(" ")
    assert "hidden" in spoken(page)


def test_the_arithmetic_is_spoken_by_a_line_that_stays(visit):
    page = visit("attention").page
    status = page.locator(".box.arithmetic [role=status]").first
    line = status.element_handle()
    before = status.inner_text()
    MatrixBoard(page, "weights").click(2, 0)
    expect(status).not_to_have_text(before)
    assert line.evaluate("(node) => node.isConnected")
    expect(status).to_contain_text("0.5000")
