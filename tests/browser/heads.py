"""The head of a page beside the map's: how much of the window it takes."""

from playwright.sync_api import Page, expect

from tests.browser.matrix_board import box_of
from tests.browser.one_window import PICTURES

HIGHEST_HEAD, HIGHEST_ON_TABLETS = 220, 320
TABLET, SMALL, USUAL, LARGE = (1024, 768), (1280, 720), (1440, 900), (1920, 1080)
LEAST_TEXT = 15
LEAST_GROWTH = 1.1
"""Of the first picture's area, from a laptop's window to a projector's."""

# The area of the first picture as it is drawn in the window as it is now; steps are no picture.
PICTURE_AREA = """(pictures) => {
    const all = [...document.querySelectorAll(`${pictures}:not([data-workbench=map])`)];
    const { width, height } = all.find((one) => one.checkVisibility()).getBoundingClientRect();
    return width * height;
}"""
# How the sentence that teaches is set, and the ink of the page.
TEXT = """(node) => {
    const { fontSize, opacity, color } = getComputedStyle(node);
    const { color: ink } = getComputedStyle(document.querySelector(".workbench.main"));
    return [parseFloat(fontSize), opacity, color, ink];
}"""
SAID = ".area-chips .watch:not(:empty), .asked-answer:not(:empty)"
"""What a preset says: in the row of suggestions, or where it answers a question, in the head."""


def head_of(page: Page) -> float:
    """Where the picture's area begins: everything above it is the head."""
    return box_of(page.locator(".workbench.main"))["y"]


def leaves_the_window_to_the_picture(page: Page, window: tuple[int, int]) -> None:
    """Also beside the open sidebar of a tablet; and the sentence that teaches is set as text."""
    if window == TABLET:
        expect(page.get_by_test_id("stSidebar")).to_be_in_viewport()
        assert head_of(page) <= HIGHEST_ON_TABLETS
    if window == SMALL:
        assert head_of(page) <= HIGHEST_HEAD
        size, opacity, colour, ink = page.locator(".area-chips .watch").first.evaluate(TEXT)
        assert (size >= LEAST_TEXT, opacity, colour) == (True, "1", ink)


def picture_area(page: Page) -> float:
    return float(page.evaluate(PICTURE_AREA, PICTURES))


def choose_the_last_preset(page: Page) -> None:
    """It says what to watch for; where there is no menu of presets, a question does."""
    if not page.locator(".area-chips .menu-button").count():
        question = page.locator(".area-chips [data-row=questions] button").last
        question.click()
        expect(page.locator(SAID).locator("visible=true").first).to_be_visible()
        return
    page.locator(".area-chips .menu-button").last.click()
    entry = page.locator(".area-chips .menu-entry").last
    entry.click()
    expect(entry).to_have_attribute("aria-checked", "true")
    expect(page.locator(SAID).locator("visible=true").first).to_be_visible()
