"""What holds on every page: it draws in both themes, in both languages, at every width, and
fetches nothing from elsewhere (the `visit` fixture asks that of every test)."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import found, is_structured, too_small
from tests.browser.matrix_board import MatrixBoard
from tests.browser.one_window import PICTURES, stands_in_one_window
from ui.shell.document import streamlits_words
from ui.shell.navigation import FRONT, SIDEBAR_WIDTH
from ui.words.language import read_words
from ui.words.pages import SECTIONS

PAGES = [page for pages in SECTIONS.values() for page in pages]
# The default page has no path of its own.
PATHS = {page: "" if page == "overview" else page for page in PAGES}
DOCUMENTS = ("overview", "masks")
"""Pages that are loaded with Streamlit's front end: the default one, and one of the others."""

PHONE = {"width": 390, "height": 844}
# Whether everything has been set anew for the window as it is now.
FITS = """() => [...document.querySelectorAll(".workbench canvas, .workbench .main-svg")].every(
    (picture) => !picture.checkVisibility() || picture.closest(".frame")
        || picture.getBoundingClientRect().width <= window.innerWidth
) && document.querySelector(".sheet")?.getBoundingClientRect().x === 0"""
SIDEWAYS = """() => [document.documentElement, document.querySelector("[data-testid=stMain]")]
    .map((element) => element.scrollWidth - element.clientWidth)"""

# What has Hangul of its own, in shadow roots too, and may break inside a word or is set as code.
BADLY_SET_HANGUL = """() => {
    const isHangul = (node) => node.nodeType === Node.TEXT_NODE && /[가-힣]/.test(node.data);
    const all = [...document.body.querySelectorAll("*")].flatMap((element) => [
        ...(element.shadowRoot ? [...element.shadowRoot.querySelectorAll("*")] : []), element,
    ]);
    return all.filter((element) => {
        if (!element.checkVisibility() || ![...element.childNodes].some(isHangul)) return false;
        const { fontFamily, wordBreak } = getComputedStyle(element);
        return wordBreak !== "keep-all" || /^"?(Source Code|monospace)/.test(fontFamily);
    }).map((element) => element.outerHTML.slice(0, 120));
}"""

# Whether nothing has one of these names for those who hear the page.
NONE_IS_NAMED = """(words) => ![...document.querySelectorAll("[aria-label], [alt]")].some(
    (element) => words.includes(element.getAttribute("aria-label") ?? element.getAttribute("alt"))
)"""


def shows_its_picture_first(page: Page) -> None:
    """Title, chips and controls leave most of a phone's first window to the picture."""
    picture = page.locator(PICTURES).locator("visible=true").first.bounding_box()
    sheet = page.locator(".sheet").bounding_box()
    assert picture["y"] <= 0.45 * PHONE["height"]
    assert sheet["y"] - picture["y"] >= 0.45 * PHONE["height"]


def fits_a_phone(page: Page) -> None:
    """Nothing scrolls sideways, and the arithmetic is a sheet at the lower edge."""
    page.set_viewport_size(PHONE)
    page.wait_for_function(FITS)
    assert page.evaluate(SIDEWAYS) == [0, 0]
    shows_its_picture_first(page)
    sheet = page.locator(".sheet")
    expect(sheet).to_be_visible()
    box = sheet.bounding_box()
    assert box["x"] == 0 and box["width"] == PHONE["width"]
    assert box["y"] + box["height"] == pytest.approx(PHONE["height"], abs=2)
    sheet.locator(".handle").click()
    expect(sheet).to_have_class("sheet open")
    page.wait_for_function("!document.querySelector('.sheet').getAnimations().length")
    assert sheet.bounding_box()["height"] <= 0.4 * PHONE["height"] + 1
    page.keyboard.press("Escape")
    expect(sheet).to_have_class("sheet")


def a_change_is_taken_back_and_leads_back_to_the_start(page: Page) -> None:
    undo, redo, start = (page.locator(f"[data-move={one}]") for one in ("undo", "redo", "start"))
    menu = page.locator(".menu-button")
    chip = page.locator(".menu-entry:not([aria-checked=true])").first
    opened = page.url
    for button_ in (undo, redo, start):
        expect(button_).to_be_disabled()
    menu.click()
    chip.click()
    expect(page).not_to_have_url(opened)
    changed = page.url
    undo.click()
    expect(page).to_have_url(opened)
    expect(start).to_be_disabled()
    page.keyboard.press("Control+y")
    expect(page).to_have_url(changed)
    expect(redo).to_be_disabled()
    start.click()
    expect(page).to_have_url(opened)
    page.keyboard.press("Control+z")
    expect(page).to_have_url(changed)


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize(
    ("language", "locale", "color_scheme"), [("en", "en-US", "light"), ("ko", "ko-KR", "dark")]
)
def test_the_page_is_drawn_in_its_language_and_fits_every_window(
    visit, page, language, locale, color_scheme
):
    # What the server says with a document is seen in the language that is not its first.
    is_loaded = language != "en" and page in DOCUMENTS
    looks = {"locale": locale, "color_scheme": color_scheme, "is_loaded": is_loaded}
    opened = visit(PATHS[page], **looks).page
    name = read_words(language, "workbench")[f"pages.{page}"]
    in_tab = "" if page == "overview" else f"{name} · "
    expect(opened).to_have_title(f"{in_tab}Attention Workbench")
    expect(opened.locator("html")).to_have_attribute("lang", language)
    width = 0 if PATHS[page] in FRONT else SIDEBAR_WIDTH
    assert opened.get_by_test_id("stSidebar").bounding_box()["width"] == width
    assert opened.evaluate(BADLY_SET_HANGUL) == []
    opened.wait_for_function(NONE_IS_NAMED, arg=list(streamlits_words(language)))
    assert opened.locator("h1").inner_text() == read_words(language, page)["title"]
    assert opened.locator("[data-testid=stException]").count() == 0
    assert found(opened) == []
    assert is_structured(opened)
    assert too_small(opened) == []
    # Each once, in the language that it happens to be in.
    if language == "en":
        stands_in_one_window(opened, page)
    else:
        a_change_is_taken_back_and_leads_back_to_the_start(opened)
    fits_a_phone(opened)


def test_the_dark_theme_draws_dark_matrices(visit):
    pixels = {}
    for color_scheme in ("light", "dark"):
        page = visit("attention?at_mask=look_ahead", color_scheme=color_scheme).page
        base = MatrixBoard(page, "weights").figure.locator("canvas.base")
        # The mean of what is opaque: cells and labels, without the ground between them.
        pixels[color_scheme] = base.evaluate(
            """(canvas) => {
                const { width, height } = canvas;
                const { data } = canvas.getContext("2d").getImageData(0, 0, width, height);
                let sum = 0, count = 0;
                for (let at = 0; at < data.length; at += 4) {
                    if (data[at + 3] < 255) continue;
                    sum += data[at] + data[at + 1] + data[at + 2];
                    count += 3;
                }
                return sum / count;
            }"""
        )
    assert pixels["dark"] < 100 < 150 < pixels["light"]
