"""Finds every control of an open page, and moves each one back and forth as a user would."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from playwright.sync_api import Locator, Page

BODY = "[data-testid=stPopoverBody]"
MORE = ".stMain [data-testid=stPopover] button"
MOUNTING_MS = 400
DIVISIBLE = ("d_model", "Heads")
"""Numbers that cannot be increased by one: they are doubled instead."""
OURS = ":not(.workbench *)"
"""Excludes the tools of a picture, which send no request to the server."""
FIELDS = {
    f"input[type=range]{OURS}": ("ArrowRight", "ArrowLeft"),
    "input[type=number]": ("ArrowUp", "ArrowDown"),
    "input[role=switch]": ("Space", "Space"),
}
"""Fields that are moved by keys, one step and back."""


@dataclass(frozen=True)
class Action:
    """Something a user can do repeatedly. `prepare` is not timed."""

    name: str
    prepare: Callable[[int], None]
    act: Callable[[int], None]
    shows: str = "answer"
    """What the stopwatch waits for: an answer of the server, or the "level" of the arithmetic,
    which the browser changes alone."""


def _label(field: Locator) -> str:
    return field.get_attribute("aria-label") or "?"


def _keyed(page: Page, field: Locator, keys: tuple[str, str]) -> Action:
    def prepare(turn: int) -> None:
        field.focus()

    return Action(_label(field), prepare, lambda turn: page.keyboard.press(keys[turn % 2]))


def _doubled(page: Page, field: Locator) -> Action:
    """Return an action that doubles a number and resets it, for numbers that must be divisible."""
    start = int(field.input_value())

    def prepare(turn: int) -> None:
        field.fill(str(start * (2 - turn % 2)))

    return Action(_label(field), prepare, lambda turn: page.keyboard.press("Enter"))


def _typed(page: Page, field: Locator) -> Action:
    more = " 3"

    def prepare(turn: int) -> None:
        now = field.input_value()
        field.fill(now.removesuffix(more) if now.endswith(more) else now + more)

    return Action(_label(field), prepare, lambda turn: page.keyboard.press("Enter"))


def _chosen(page: Page, label: str) -> Action:
    """Return an action that takes the other of a group's first two options, wherever the group is
    then: a choice may move it behind "More".
    """
    group = page.locator(f'[role=radiogroup][aria-label="{label}"]').first
    is_level = "levels" in (group.get_attribute("class") or "").split()
    options = group.locator("label" if is_level else "[role=radio]")

    def act(turn: int) -> None:
        box = options.nth(int(options.first.is_checked())).bounding_box()
        assert box is not None
        page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)

    def prepare(turn: int) -> None:
        if not group.count():
            _open_more(page)
        group.scroll_into_view_if_needed()

    return Action(label, prepare, act, "level" if is_level else "answer")


def _chips(page: Page) -> Iterator[Action]:
    chips = page.locator(":is(.area-chips, .area-examples) .menu-entry")
    if chips.count() < 2:
        return

    def act(turn: int) -> None:
        is_first = chips.first.get_attribute("aria-checked") == "true"
        chips.nth(int(is_first)).dispatch_event("pointerdown")
        chips.nth(int(is_first)).dispatch_event("click")

    yield Action("a preset", lambda turn: None, act)


def _pinned(page: Page) -> Iterator[Action]:
    yield from _pinned_on_the_map(page)
    overlay = page.locator('.workbench.main figure[data-workbench="matrix"] canvas.overlay').first
    if not overlay.count():
        return

    cols = _columns(overlay)

    def act(turn: int) -> None:
        row, col = (0, turn % 2) if cols > 1 else (turn % 2, 0)
        page.mouse.click(*cell(overlay, row, col))

    yield Action("a pin", lambda turn: overlay.scroll_into_view_if_needed(), act)


def _pinned_on_the_map(page: Page) -> Iterator[Action]:
    board = page.locator(".model-map")
    if not board.count():
        return

    def act(turn: int) -> None:
        box = board.evaluate("(node, row) => node.cellBox(`src_encoded@${row}.0`)", turn % 2)
        page.mouse.click(box["x"] + 1, box["y"] + box["height"] / 2)

    yield Action("a pin", lambda turn: board.scroll_into_view_if_needed(), act)


def _columns(overlay: Locator) -> int:
    """Return the number of columns of a matrix, which its description ends with."""
    return int(re.findall(r"\d+", overlay.get_attribute("aria-label") or "1")[-1])


def cell(overlay: Locator, row: int, col: int) -> tuple[float, float]:
    """Return the centre of a cell, in window coordinates."""
    box, at = overlay.bounding_box(), overlay.get_attribute("data-cells")
    assert box is not None and at is not None
    left, top, width, height = (0.0 if piece == "" else float(piece) for piece in at.split(" "))
    return box["x"] + left + (col + 0.5) * width, box["y"] + top + (row + 0.5) * height


def _fields(page: Page, scope: str) -> Iterator[Action]:
    for selector, keys in FIELDS.items():
        for field in page.locator(f"{scope} {selector}").all():
            is_size = field.get_attribute("type") == "number" and _label(field) in DIVISIBLE
            yield _doubled(page, field) if is_size else _keyed(page, field, keys)
    for field in page.locator(f"{scope} input[type=text]{OURS}").all():
        yield _typed(page, field)
    for group in page.locator(f"{scope} [role=radiogroup]").all():
        yield _chosen(page, _label(group))


def _open_more(page: Page) -> None:
    if page.locator(BODY).count():
        return
    page.locator(MORE).first.click()
    page.locator(BODY).wait_for()
    # The controls in the popover appear one after the other.
    page.wait_for_timeout(MOUNTING_MS)


def actions_of(page: Page) -> Iterator[Action]:
    """Yield an action for every control of an open page, including those under "More"."""
    yield from _fields(page, ".stMain")
    yield from _chips(page)
    yield from _pinned(page)
    if not page.locator(MORE).count():
        return
    _open_more(page)
    under_more = list(_fields(page, BODY))
    # What it covers can be moved too.
    page.keyboard.press("Escape")
    page.locator(BODY).wait_for(state="hidden")
    for action in under_more:

        def prepare(turn: int, action: Action = action) -> None:
            _open_more(page)
            action.prepare(turn)

        yield Action(action.name, prepare, action.act)
