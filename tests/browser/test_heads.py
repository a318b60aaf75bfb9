"""The heads of the pages beside the map's: how much of the window they take, and their controls."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.matrix_board import box_of, wait_until_idle
from tests.browser.one_window import AT_REST, PICTURES
from ui.shell.navigation import FRONT
from ui.words.pages import page_names

PAGES = [name for name in page_names() if name not in FRONT]
HIGHEST_HEAD, HIGHEST_ON_TABLETS = 220, 320
TABLET, SMALL, USUAL, LARGE = (1024, 768), (1280, 720), (1440, 900), (1920, 1080)
LEAST_TEXT = 15
LEAST_GROWTH = 1.1
KINDS = {
    "presets": ".menu-button",
    "suggestions": ".suggestions .chip",
    "tabs": ".tabs .chip",
    "switches": ".switches .chip",
    "answers": ".answers .chip",
    "tokens": ".tokens .chip",
    "actions": ".chips.actions > .chip, .legend .chip",
}
SHOWING_KINDS = (
    "attention?at_show=compare",
    "multi_head_attention?mh_step=project_back",
    "positional_encoding",
    "your_sentence",
    "mistakes?mi_quiz=true",
    "training",
)
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
# What tells one kind from another besides its colours: edges, corners, ground, and the mark.
LOOKS = """(selector) => [...document.querySelectorAll(selector)].filter(
    (node) => node.checkVisibility()
        && !node.matches("[aria-pressed=true], [aria-disabled=true], :disabled")
).map((node) => {
    const own = getComputedStyle(node);
    const isSeen = (colour) => !/^(transparent|rgba\\(.*, 0\\))$/.test(colour);
    const { width, borderRadius } = getComputedStyle(node, "::before");
    const marks = ["::before", "::after"].filter(
        (one) => getComputedStyle(node, one).content !== "none"
    );
    return JSON.stringify([
        parseFloat(own.borderTopWidth) > 0 && isSeen(own.borderTopColor),
        own.borderRadius, isSeen(own.backgroundColor), own.fontWeight, marks,
        marks[0] === "::before" ? [width, borderRadius] : [],
    ]);
})"""


# Where fields, buttons and switches of a row end.
LOWER_EDGES = """(row) => [...row.querySelectorAll(
    ":is([data-testid=stButtonGroup], [data-testid=stPopover], [data-testid=stNumberInput]) button,"
    + "[data-testid=stCheckbox]"
)].map((one) => Math.round(one.getBoundingClientRect().bottom))"""


# What stands above the picture becomes higher, as where a note takes a second line.
PUSH = """(height) => {
    const above = document.createElement("div");
    above.style.cssText = `flex: none; height: ${height}px`;
    document.querySelector(".st-key-page_head").parentElement.before(above);
}"""


def size_of(window: tuple[int, int]) -> dict[str, int]:
    return dict(zip(("width", "height"), window, strict=True))


def head_of(page: Page) -> float:
    """Where the picture's area begins: everything above it is the head."""
    wait_until_idle(page)
    page.evaluate(AT_REST, PICTURES)
    return box_of(page.locator(".workbench.main"))["y"]


def grows_with_the_window(page: Page) -> None:
    """The first picture has more of a projector's window than of a laptop's."""
    page.set_viewport_size(size_of(USUAL))
    page.evaluate(AT_REST, PICTURES)
    usual = page.evaluate(PICTURE_AREA, PICTURES)
    page.set_viewport_size(size_of(LARGE))
    larger = f"([pictures, usual]) => ({PICTURE_AREA})(pictures) > usual"
    page.wait_for_function(larger, arg=[PICTURES, LEAST_GROWTH * usual])
    page.set_viewport_size(size_of(SMALL))


def choose_the_last_preset(page: Page) -> None:
    """It says what to watch for."""
    page.locator(".area-chips .menu-button").click()
    entry = page.locator(".area-chips .menu-entry").last
    entry.click()
    expect(entry).to_have_attribute("aria-checked", "true")
    expect(page.locator(".area-chips .watch").first).not_to_be_empty()


@pytest.mark.parametrize("locale", ["en-US", "ko-KR"])
@pytest.mark.parametrize("name", PAGES)
def test_the_head_leaves_the_window_to_the_picture(visit, name, locale):
    """Also beside the open sidebar of a tablet."""
    page = visit(name, locale=locale, **size_of(TABLET)).page
    expect(page.get_by_test_id("stSidebar")).to_be_in_viewport()
    assert head_of(page) <= HIGHEST_ON_TABLETS
    page.set_viewport_size(size_of(SMALL))
    assert head_of(page) <= HIGHEST_HEAD
    size, opacity, colour, ink = page.locator(".area-chips .watch").first.evaluate(TEXT)
    assert (size >= LEAST_TEXT, opacity, colour) == (True, "1", ink)
    if locale == "en-US":
        grows_with_the_window(page)
    choose_the_last_preset(page)
    assert head_of(page) <= HIGHEST_HEAD


def test_a_switch_stands_in_the_line_of_the_fields_beside_it(visit):
    page = visit("attention", **size_of(SMALL)).page
    row = page.locator(".st-key-controls_row")
    expect(row.get_by_test_id("stCheckbox")).to_be_visible()
    edges = row.evaluate(LOWER_EDGES)
    assert len(edges) > 2
    assert len(set(edges)) == 1, edges


@pytest.mark.parametrize("name", ["learning_rate", "training", "masks"])
def test_a_picture_is_fitted_again_where_what_stands_above_it_grows(visit, name):
    page = visit(name, **size_of(USUAL)).page
    wait_until_idle(page)
    page.evaluate(AT_REST, PICTURES)
    before = page.evaluate(PICTURE_AREA, PICTURES)
    page.evaluate(PUSH, 160)
    lower = f"([pictures, before]) => ({PICTURE_AREA})(pictures) < before"
    page.wait_for_function(lower, arg=[PICTURES, before])


def test_each_kind_of_choice_has_one_look_that_no_other_has(visit):
    looks: dict[str, set[str]] = {kind: set() for kind in KINDS}
    for address in SHOWING_KINDS:
        page = visit(address).page
        for kind, selector in KINDS.items():
            looks[kind] |= set(page.evaluate(LOOKS, selector))
    assert {kind: len(found) for kind, found in looks.items()} == dict.fromkeys(KINDS, 1), looks
    assert len({look for found in looks.values() for look in found}) == len(KINDS), looks
