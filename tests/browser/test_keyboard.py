"""The way of somebody who has no mouse, and what is spoken to somebody who sees nothing."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.matrix_board import MatrixBoard, arithmetic_title
from ui.words.language import read_words
from ui.words.pages import page_names

pytestmark = pytest.mark.thorough

ON_TOP = """(link) => {
    const { left, top, width, height } = link.getBoundingClientRect();
    return document.elementFromPoint(left + width / 2, top + height / 2) === link;
}"""
WORDS = read_words("en", "workbench")
STATUS = ".box.arithmetic [role=status]"
TERM = ".box.arithmetic .sum button"
IN_PICTURE = "() => Boolean(document.activeElement.closest('.workbench.main'))"


def spoken(page: Page) -> str:
    """What stands in the line of the first board that readers speak."""
    return page.locator(".board .live").first.inner_text()


def tab_to(page: Page, selector: str, most: int = 60) -> None:
    """Press Tab until what matches has the focus."""
    for _ in range(most):
        page.keyboard.press("Tab")
        if page.evaluate("(one) => document.activeElement.matches(one)", selector):
            return
    raise AssertionError(f"Tab never reaches {selector}")


def pin_by_keys(page: Page) -> None:
    """The first cell of the focused matrix, and then the one at the right of it, or below it."""
    status = page.locator(STATUS).first
    text = page.evaluate("document.activeElement.getAttribute('aria-label')")
    for key in ("Control+Home", "ArrowDown" if " 1 columns" in text else "ArrowRight"):
        before = page.url
        page.keyboard.press(key)
        expect(page).not_to_have_url(before)
    expect(status).not_to_be_empty()


def change_by_keys(page: Page) -> None:
    """Type a number, or paint, where the focused matrix can be changed."""
    text = page.evaluate("document.activeElement.getAttribute('aria-label')")
    if WORDS["matrix_view.matrix_edit"] in text:
        page.keyboard.type("0.25")
        page.keyboard.press("Enter")
        expect(page.locator(".board .live").first).to_have_text(re.compile(r"= 0\.2500$"))
    if WORDS["matrix_view.matrix_paint"] in text:
        before = page.url
        page.keyboard.press(" ")
        expect(page).not_to_have_url(before)


def follow_and_come_back(page: Page) -> None:
    """To the first number of the arithmetic that leads on, and back again."""
    if not page.locator(f"{TERM}:visible").count():
        return
    title = arithmetic_title(page)
    before = title.inner_text()
    tab_to(page, TERM)
    page.keyboard.press("Enter")
    expect(page.locator(".box .crumbs")).to_be_visible()
    expect(title).not_to_have_text(before)
    page.keyboard.press("Backspace")
    expect(title).to_have_text(before)


@pytest.mark.parametrize("name", page_names())
def test_the_whole_page_is_gone_through_by_keys(visit, name: str):
    """The first stop leads to the picture; there a cell is pinned and changed, a number of its
    arithmetic followed and come back from, and the PyTorch opened."""
    page = visit(name).page
    link = page.locator("a.skip-to-picture")
    expect(link).to_have_text("Skip to the picture")
    page.keyboard.press("Tab")
    expect(link).to_be_focused()
    assert link.evaluate(ON_TOP)
    page.keyboard.press("Enter")
    assert page.evaluate(IN_PICTURE)
    matrices = page.locator(".workbench.main canvas.overlay:visible")
    if matrices.count():
        if not page.evaluate("document.activeElement.matches('canvas.overlay')"):
            tab_to(page, "canvas.overlay")
        pin_by_keys(page)
        change_by_keys(page)
    follow_and_come_back(page)
    tab_to(page, ".expander summary")
    page.keyboard.press("Enter")
    expect(page.locator(".expander .program").first).to_be_visible()


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
    for key in ("PageDown", "PageDown", "PageUp", "Control+End"):
        page.keyboard.press(key)
        expect(page).not_to_have_url(opened[-1])
        opened.append(page.url)
    assert opened[1] == opened[3] and len(set(opened)) == 4


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
