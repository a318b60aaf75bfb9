"""On a projector: large type, the picture alone, a clicker; leaving restores everything."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.matrix_board import MatrixBoard, arithmetic_title
from ui.words.language import LANGUAGES
from ui.words.pages import page_names

pytestmark = pytest.mark.thorough

LEAST = 28
IS_ON = "() => document.documentElement.hasAttribute('data-present')"
# The height of letters on the screen, of every text that is seen or scrolled to. Icons are no
# letters, and a link to skip to the content is seen by who presses Tab.
SIZES = """() => {
    const read = [], texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const unread = "script, style, noscript, option, [data-testid=stIconMaterial], "
        + ".katex-mathml, .skip-to-picture, [data-testid=stSkipToContent], .present-layer";
    for (let node; (node = texts.nextNode());) {
        const one = node.parentElement, range = document.createRange();
        range.selectNodeContents(node);
        const { width, height } = range.getBoundingClientRect();
        const isSeen = { opacityProperty: true, visibilityProperty: true };
        if (!node.data.trim() || one.closest(unread) || !one.checkVisibility(isSeen)) continue;
        if (width < 2 || height < 2) continue;
        const at = one.getScreenCTM?.(), zoom = at ? Math.hypot(at.a, at.b) : one.currentCSSZoom;
        const size = parseFloat(getComputedStyle(one).fontSize) * (zoom ?? 1);
        read.push({ text: node.data.slice(0, 40), size, of: one.outerHTML.slice(0, 60) });
    }
    return read;
}"""
# What is written on canvases, in pixels of the screen.
DRAWN = """() => window.drawnFonts ?? []"""
RECORD = """(() => {
    const { fillText } = CanvasRenderingContext2D.prototype;
    window.drawnFonts = [];
    CanvasRenderingContext2D.prototype.fillText = function (text, ...place) {
        const size = parseFloat(/([\\d.]+)px/.exec(this.font)[1]);
        const by = document.documentElement.style.getPropertyValue("--present-zoom");
        if (by && this.canvas.isConnected && /[^ …]/.test(text)) {
            window.drawnFonts.push({ text, size: size * by });
        }
        fillText.call(this, text, ...place);
    };
})()"""


def presented(visit, path: str, **options: object) -> Page:
    join = "&" if "?" in path else "?"
    page = visit(f"{path}{join}present=true", width=1920, height=1080, **options).page
    page.wait_for_function(IS_ON)
    return page


TURNS = [
    ("" if page == "overview" else page, list(LANGUAGES)[place % len(LANGUAGES)])
    for place, page in enumerate(page_names())
]


@pytest.mark.parametrize(("path", "language"), TURNS)
def test_every_text_is_28_px_high_on_every_page(visit, path, language):
    """The languages take turns."""
    recorded = {"prepare": lambda page: page.add_init_script(RECORD)}
    page = presented(visit, f"{path}?lang={language}", **recorded)
    page.keyboard.press("a")
    page.wait_for_timeout(400)
    read = page.evaluate(SIZES) + page.evaluate(DRAWN)
    assert len(read) > 2
    assert not [one for one in read if one["size"] < LEAST - 0.1]
    expect(page.locator("[data-testid=stSidebar]")).to_be_hidden()
    overflow = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    assert overflow <= 0


@pytest.mark.always
def test_p_begins_and_ends_and_all_is_as_before(visit):
    page = visit("masks", width=1440).page
    where = "() => JSON.stringify([...document.querySelectorAll('.workbench canvas')].map("
    where += "(one) => one.getBoundingClientRect()))"
    # The key comes with the button, which a busy machine may draw after the picture.
    page.locator(".present-open").wait_for()
    before, address = page.evaluate(where), page.url
    page.keyboard.press("p")
    page.wait_for_function(IS_ON)
    assert "present=true" in page.url
    expect(page.locator(".history-bar")).to_be_hidden()
    page.keyboard.press("Escape")
    page.wait_for_function(f"() => !({IS_ON})()")
    page.wait_for_function(f"(before) => ({where})() === before", arg=before)
    assert page.url == address


def test_a_clicker_goes_through_the_presets(visit):
    page = presented(visit, "masks")
    board = MatrixBoard(page, "padding")
    board.figure.wait_for()
    watch = page.locator(".area-chips .watch > span")
    first = watch.inner_text()
    page.keyboard.press("PageDown")
    expect(watch).not_to_have_text(first)
    page.keyboard.press("PageUp")
    expect(watch).to_have_text(first)


def test_a_cell_is_pinned_where_the_pointer_is(visit):
    page = presented(visit, "attention")
    title = arithmetic_title(page)
    page.keyboard.press("a")
    board, text = MatrixBoard(page, "weights"), title.inner_text()
    board.figure.scroll_into_view_if_needed()
    cells = page.evaluate(
        "() => { const one = document.querySelector('figure[data-id=weights] canvas.overlay');"
        "const { left, top } = one.getBoundingClientRect(), zoom = one.currentCSSZoom;"
        "const [x, y, across, down] = one.dataset.cells.split(' ').map(Number);"
        "return [left + (x + 0.5 * across) * zoom, top + (y + 0.5 * down) * zoom]; }"
    )
    page.mouse.click(*cells)
    expect(title).not_to_have_text(text)
    assert "[ 0, 0 ]" in title.inner_text()


def test_blank_spotlight_ink_and_keys_lie_over_the_page_until_escape(visit):
    page = presented(visit, "masks")
    for key, layer in (("b", "blank"), ("s", "spotlight"), ("d", "ink"), ("?", "help")):
        page.keyboard.press(key)
        expect(page.locator(f".present-{layer}")).to_be_visible()
        page.keyboard.press("Escape")
        expect(page.locator(f".present-{layer}")).to_have_count(0)
    assert page.evaluate(IS_ON)


def test_ink_is_drawn_with_the_pointer_in_the_chosen_colour(visit):
    page = presented(visit, "masks")
    page.keyboard.press("d")
    page.keyboard.press("2")
    page.mouse.move(300, 300)
    page.mouse.down()
    page.mouse.move(500, 400, steps=4)
    page.mouse.up()
    pixel = page.evaluate(
        "() => [...document.querySelector('.present-ink canvas').getContext('2d')"
        ".getImageData(400, 350, 1, 1).data]"
    )
    assert pixel == [0x19, 0x71, 0xC2, 255]


def test_a_frozen_picture_stays_while_the_page_changes(visit):
    page = presented(visit, "masks")
    page.keyboard.press("f")
    frozen = page.locator(".present-frozen")
    expect(frozen).to_be_visible()
    captions = frozen.locator("figcaption").all_inner_texts()
    page.keyboard.press("PageDown")
    page.wait_for_timeout(500)
    assert frozen.locator("figcaption").all_inner_texts() == captions
    expect(page.locator(".present-note")).to_be_visible()
    page.keyboard.press("f")
    expect(frozen).to_have_count(0)


def test_p_is_a_letter_while_one_types(visit):
    page = visit("masks").page
    page.locator(".ask-field input").first.click()
    page.keyboard.type("p")
    assert not page.evaluate(IS_ON)
