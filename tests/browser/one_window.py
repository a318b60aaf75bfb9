"""Cause and effect stand together: control, picture and arithmetic in one window, on every page."""

from playwright.sync_api import Locator, Page, expect

from tests.browser.matrix_board import arithmetic_title, box_of

HIGHEST_PICTURE = 300
MOST_WINDOWS = 2
CONTROLS = "input[type=number], input[type=range], [role=radiogroup] [role=radio], input[type=text]"
PICTURES = '.workbench.main [data-workbench]:not([data-workbench="arithmetic"])'

# Until nothing has moved for a while, after the window became another.
AT_REST = """async (pictures) => {
    const frame = () => new Promise(requestAnimationFrame);
    const main = document.querySelector(".stMain");
    const places = () => JSON.stringify([
        main.scrollHeight,
        ...[...document.querySelectorAll(pictures)].map((one) => one.getBoundingClientRect()),
    ]);
    for (let before, since = performance.now(); performance.now() - since < 120; await frame()) {
        if (places() !== before) since = performance.now();
        before = places();
    }
}"""
# The sidebar slides away where the window becomes narrow.
SIDEBAR_GONE = """() => {
    const sidebar = document.querySelector("[data-testid=stSidebar]");
    return innerWidth > 640 || !sidebar || sidebar.getBoundingClientRect().right <= 0;
}"""


def in_window(page: Page, element: Locator) -> bool:
    """Whether an element is in sight, at least its middle and its upper edge."""
    box, size = box_of(element), page.viewport_size
    assert size is not None
    middle = box["y"] + box["height"] / 2
    return 0 <= box["y"] < size["height"] and middle < size["height"]


def scroll_height(page: Page) -> float:
    return float(page.evaluate("document.querySelector('.stMain').scrollHeight"))


def release(page: Page) -> None:
    """Back to nothing pinned by hand, as a page starts."""
    text = arithmetic_title(page).inner_text()
    page.keyboard.press("Escape")
    expect(arithmetic_title(page)).not_to_have_text(text)


def pin_a_cell(page: Page, height: int, *, starts_there: bool = False) -> None:
    """Pin the second cell of the first matrix, or the third where the page starts with the second,
    or the first where a row has only one; it is explained where it is seen.
    """
    if (board := page.locator(".model-map")).count():
        box = board.evaluate("(node) => node.cellBox('src_encoded@1.1')")
        text = arithmetic_title(page).inner_text()
        page.mouse.click(box["x"] + 1, box["y"] + box["height"] / 2)
        expect(arithmetic_title(page)).not_to_have_text(text)
        assert 0 <= box["y"] < height
        return
    matrix = '.workbench.main [data-workbench="matrix"]:not(.tiles) canvas.overlay'
    cells = page.locator(matrix).locator("visible=true").first
    text = arithmetic_title(page).inner_text()
    left, top, across, down = map(float, cells.get_attribute("data-cells").split())
    has_one = box_of(cells)["width"] < left + 2 * across
    cells.click(position={"x": left + (0.5 if has_one else 1.5) * across, "y": top + 0.5 * down})
    if starts_there:
        cells.click(position={"x": left + 2.5 * across, "y": top + 0.5 * down})
    expect(arithmetic_title(page)).not_to_have_text(text)
    box = box_of(cells)
    assert 0 <= box["y"] + top < height


def stands_in_one_window(page: Page, name: str, height: int) -> None:
    """A cell is pinned; cell, control and arithmetic are in sight together."""
    arithmetic = page.locator('[data-workbench="arithmetic"]').first
    expect(arithmetic).to_be_visible()
    picture = page.locator(PICTURES).locator("visible=true").first
    box = box_of(picture)
    assert box["y"] <= HIGHEST_PICTURE
    assert scroll_height(page) <= MOST_WINDOWS * height
    if name != "learning_rate":
        pin_a_cell(page, height, starts_there=name == "multi_head_attention")
    control = page.locator(f".stMain :is({CONTROLS})").locator("visible=true").first
    for element in (control, picture, arithmetic):
        assert in_window(page, element)
    assert page.evaluate("document.querySelector('.stMain').scrollTop") == 0
    if name != "learning_rate":
        release(page)
