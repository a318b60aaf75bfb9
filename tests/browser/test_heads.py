"""The heads of the pages beside the map's: how much of the window they take, and their controls."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.matrix_board import box_of, wait_until_idle
from tests.browser.one_window import AT_REST, PICTURES
from ui.shell.navigation import FRONT, page_names

PAGES = [name for name in page_names() if name not in FRONT]
HIGHEST_HEAD = 220
SMALL, USUAL, LARGE, PHONE = (1280, 720), (1440, 900), (1920, 1080), (390, 844)
LEAST_TEXT = 15
KINDS = {
    "presets": ".menu-button",
    "suggestions": ".suggestions .chip",
    "tabs": ".tabs .chip",
    "switches": ".switches .chip",
    "answers": ".answers .chip",
    "tokens": ".tokens .chip",
    "actions": ".chips:not(.switches) > .chip:not(.quiet), .code > .copy, .program .copy",
}
SHOWING_KINDS = (
    "attention?at_show=compare",
    "multi_head_attention?mh_step=project_back",
    "positional_encoding",
    "your_sentence",
    "mistakes?mi_quiz=true",
    "training",
)
# What tells one kind from another besides its colours: edges, corners, ground, and the mark.
LOOK = """(node) => {
    const own = getComputedStyle(node);
    const isSeen = (colour) => !/^(transparent|rgba\\(.*, 0\\))$/.test(colour);
    const edge = (side) => parseFloat(own[`border${side}Width`]) > 0 && isSeen(own[`border${side}Color`]);
    const marks = ["::before", "::after"].filter((one) => getComputedStyle(node, one).content !== "none");
    const { width, borderRadius } = getComputedStyle(node, "::before");
    return JSON.stringify([
        edge("Top"), own.borderRadius, isSeen(own.backgroundColor), own.fontWeight, marks,
        marks[0] === "::before" ? [width, borderRadius] : [],
    ]);
}"""
UNPRESSED = ":not([aria-pressed=true], [aria-disabled=true], :disabled)"


def size_of(window: tuple[int, int]) -> dict[str, int]:
    return dict(zip(("width", "height"), window, strict=True))


def head_of(page: Page) -> float:
    """Where the picture's area begins, with nothing scrolled."""
    wait_until_idle(page)
    page.evaluate(AT_REST, PICTURES)
    return box_of(page.locator(".workbench.main"))["y"]


def picture_size(page: Page) -> float:
    """The area of the first picture, as it is drawn in the window as it is now."""
    page.evaluate(AT_REST, PICTURES)
    picture = page.locator(f"{PICTURES}:not([data-workbench=map])").locator("visible=true").first
    box = box_of(picture)
    return box["width"] * box["height"]


def names_of_presets(page: Page) -> list[str]:
    return page.locator(".area-chips .menu-entry").all_inner_texts()


def press_presets(page: Page) -> dict[str, float]:
    """The height of the head after each of some presets, which say what to watch for."""
    heights = {}
    for place in {1, len(names_of_presets(page)) - 1}:
        page.locator(".area-chips .menu-button").click()
        entry = page.locator(".area-chips .menu-entry").nth(place)
        entry.click()
        expect(entry).to_have_attribute("aria-checked", "true")
        expect(page.locator(".area-chips .watch")).not_to_be_empty()
        heights[entry.text_content() or ""] = head_of(page)
    return heights


@pytest.mark.parametrize("locale", ["en-US", "ko-KR"])
@pytest.mark.parametrize("name", PAGES)
def test_the_head_leaves_the_window_to_the_picture(visit, name, locale):
    opened = visit(name, locale=locale, **size_of(SMALL))
    page = opened.page
    heights = {"as opened": head_of(page)}
    teaching = page.locator(".area-chips .watch").first
    style = teaching.evaluate(
        "(node) => (({ fontSize, opacity, color }) => [fontSize, opacity, color])"
        "(getComputedStyle(node))"
    )
    ink = page.locator(".workbench.main").evaluate("(node) => getComputedStyle(node).color")
    assert (float(style[0].removesuffix("px")) >= LEAST_TEXT, style[1:]) == (True, ["1", ink])
    if locale == "en-US":
        areas = []
        for window in (USUAL, LARGE):
            page.set_viewport_size(size_of(window))
            areas.append(picture_size(page))
        assert areas[1] > 1.1 * areas[0]
        page.set_viewport_size(size_of(SMALL))
    heights |= press_presets(page)
    assert max(heights.values()) <= HIGHEST_HEAD, heights
    page.set_viewport_size(size_of(PHONE))
    assert head_of(page) <= 0.45 * PHONE[1]


def test_each_kind_of_choice_has_one_look_that_no_other_has(visit):
    looks: dict[str, set[str]] = {kind: set() for kind in KINDS}
    for address in SHOWING_KINDS:
        page = visit(address).page
        for kind, selector in KINDS.items():
            seen = page.locator(f":is({selector}){UNPRESSED}").locator("visible=true")
            looks[kind] |= {one.evaluate(LOOK) for one in seen.all()}
    assert {kind: len(found) for kind, found in looks.items()} == dict.fromkeys(KINDS, 1), looks
    assert len({look for found in looks.values() for look in found}) == len(KINDS), looks
