"""A lesson on a telephone, by touch alone: the panel, and each way to answer a prediction."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Locator, Page, Playwright, expect

from benchmarks.browser import launch_options
from tests.browser.conftest import Visit
from tests.browser.kept_tab import SEEN
from tests.browser.touch import Point, drawn

pytestmark = pytest.mark.thorough

Phone = Callable[..., Page]
WIDER, NARROWER = (390, 844), (360, 740)
TAPS = 3
PAUSE_MS = 450
"""A finger that was just lifted does not tap at once: two taps in a row would be one gesture."""
CELLS = """([id, row, first, last]) => {
    const one = document.querySelector(`figure[data-id=${id}] canvas.overlay`);
    const { left, top } = one.getBoundingClientRect();
    const [x, y, across, down] = one.dataset.cells.split(" ").map(Number);
    return [first, last].map((col) =>
        [left + x + across * (col + 0.5), top + y + down * (row + 0.5)]);
}"""


@pytest.fixture(scope="module")
def browser(playwright: Playwright) -> Iterator[Browser]:
    """One of its own: what a window is touched with is said when it is opened."""
    found = playwright.chromium.launch(**launch_options(may_be_shell=True))
    yield found
    found.close()


@pytest.fixture
def telephone(browser: Browser, server: str) -> Iterator[Callable[..., Page]]:
    """Opens an address on a telephone, and in the end asks that nothing went wrong."""
    visits: list[Visit] = []

    def open_page(path: str, size: tuple[int, int]) -> Page:
        width, height = size
        page = browser.new_page(
            viewport={"width": width, "height": height},
            has_touch=True, is_mobile=True, device_scale_factor=2, locale="en-US",
        )  # fmt: skip
        page.add_init_script(SEEN)
        visits.append(Visit(page))
        page.goto(f"{server}/{path}")
        return page

    yield open_page
    for one in visits:
        one.page.close()
    assert not [trouble for one in visits for trouble in one.troubles]


def middle(node: Locator) -> Point:
    box = node.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def tap(page: Page, node: Locator) -> None:
    """Tap what is seen: nothing lies over it."""
    page.wait_for_timeout(PAUSE_MS)
    x, y = middle(node)
    inside = "([node, x, y]) => node.contains(document.elementFromPoint(x, y))"
    assert page.evaluate(inside, [node.element_handle(), x, y]), "something lies over it"
    drawn(page, (x, y))


class Lesson:
    """A step of a lesson that asks for a prediction."""

    def __init__(self, telephone: Phone, size: tuple[int, int], step: str) -> None:
        self.page = telephone(f"masks?lang=en&lesson={step}", size)
        unanswered = self.page.locator(".reveal")
        self.bar = self.page.locator(".prediction:visible").filter(has=unanswered).first
        expect(self.bar).to_be_visible()
        self.page.wait_for_timeout(PAUSE_MS)
        assert self.page.evaluate("document.documentElement.scrollWidth") <= size[0]

    def reveal(self) -> None:
        """Reveal by a tap on the button, without scrolling for it; the lesson keeps the result."""
        reveal = self.bar.locator(".reveal")
        why = self.page.locator(".lesson-block.predict .why").first
        for _ in range(TAPS):
            tap(self.page, reveal)
            try:
                return expect(why).not_to_be_empty(timeout=PAUSE_MS * 10)
            except AssertionError:
                # On a busy machine a tap may come to the page as a long press: tap again.
                if not reveal.is_visible():
                    break
        expect(why).not_to_be_empty()


@pytest.mark.parametrize("size", [WIDER])
def test_the_panel_is_folded_unfolded_and_led_by_touch(
    telephone: Phone, size: tuple[int, int]
) -> None:
    page = Lesson(telephone, size, "03_masks.1").page
    # What is asked is in sight; the head is above it.
    page.locator(".lesson-head").scroll_into_view_if_needed()
    tap(page, page.get_by_role("button", name="Fold the lesson"))
    tap(page, page.locator(".lesson-folded"))
    meta = page.locator(".lesson-head .meta")
    expect(meta).to_contain_text("Step 1")
    tap(page, page.locator(".lesson-ends .primary"))
    expect(meta).to_contain_text("Step 2")


@pytest.mark.parametrize("size", [NARROWER])
def test_a_mask_is_painted_with_a_finger(telephone: Phone, size: tuple[int, int]) -> None:
    lesson = Lesson(telephone, size, "03_masks.1")
    lesson.page.locator("figure[data-id=padding]").scroll_into_view_if_needed()
    first, last = lesson.page.evaluate(CELLS, ["padding", 0, 3, 4])
    drawn(lesson.page, tuple(first), tuple(last))
    expect(lesson.bar.locator(".count")).to_have_text("2 marked.")
    # The weights, which are covered too, are between the mask and the button.
    lesson.bar.evaluate("(bar) => bar.scrollIntoView({ block: 'center' })")
    lesson.reveal()


@pytest.mark.parametrize("size", [WIDER])
def test_an_order_is_dragged_with_a_finger(telephone: Phone, size: tuple[int, int]) -> None:
    lesson = Lesson(telephone, size, "02_why_divide.2")
    entries = lesson.bar.locator(".order-list .chip")
    last = entries.last.inner_text().split()[1:]
    drawn(lesson.page, middle(entries.last), middle(entries.first))
    expect(entries.first).to_contain_text(" ".join(last))
    lesson.reveal()


@pytest.mark.parametrize("size", [NARROWER])
def test_a_curve_is_drawn_with_a_finger(telephone: Phone, size: tuple[int, int]) -> None:
    lesson = Lesson(telephone, size, "12_learning_rate.1")
    box = lesson.page.locator(".sketch-pad").bounding_box()
    assert box is not None
    shares = ((0.02, 0.9), (0.1, 0.2), (0.5, 0.6), (0.98, 0.8))
    points = [(box["x"] + x * box["width"], box["y"] + y * box["height"]) for x, y in shares]
    drawn(lesson.page, *points)
    assert lesson.page.locator(".sketch-pad .dot").count() > 20
    lesson.reveal()


@pytest.mark.parametrize("size", [WIDER])
def test_a_key_is_picked_and_numbers_are_typed(telephone: Phone, size: tuple[int, int]) -> None:
    picking = Lesson(telephone, size, "05_eight_words.4")
    tap(picking.page, picking.bar.locator(".answer label, .answer button").nth(2))
    picking.reveal()
    typing = Lesson(telephone, size, "01_attention_by_hand.1")
    for field in typing.bar.locator("input").all():
        tap(typing.page, field)
        expect(field).to_be_focused()
        typing.page.keyboard.type("0")
    typing.reveal()
