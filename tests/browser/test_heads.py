"""The heads of the pages beside the map's: their controls, and the picture below them."""

import pytest
from playwright.sync_api import expect

from tests.browser.heads import PICTURE_AREA, SMALL, USUAL, picture_area
from tests.browser.matrix_board import wait_until_idle
from tests.browser.one_window import AT_REST, PICTURES

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
    before = picture_area(page)
    page.evaluate(PUSH, 160)
    lower = f"([pictures, before]) => ({PICTURE_AREA})(pictures) < before"
    page.wait_for_function(lower, arg=[PICTURES, before])


@pytest.mark.thorough
def test_each_kind_of_choice_has_one_look_that_no_other_has(visit):
    looks: dict[str, set[str]] = {kind: set() for kind in KINDS}
    visited = visit("masks")
    page = visited.page
    for address in SHOWING_KINDS:
        visited.go(address)
        for kind, selector in KINDS.items():
            looks[kind] |= set(page.evaluate(LOOKS, selector))
    assert {kind: len(found) for kind, found in looks.items()} == dict.fromkeys(KINDS, 1), looks
    assert len({look for found in looks.values() for look in found}) == len(KINDS), looks
