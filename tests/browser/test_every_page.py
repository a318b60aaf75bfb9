"""What holds on every page: it draws in both themes, in both languages, at every width, no text is
covered or cut, the picture has most of the window, and nothing is fetched from elsewhere (the
`visit` fixture asks that of every test)."""

from dataclasses import dataclass

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import found, is_structured, too_small
from tests.browser.drawn_texts import SCHEMES, Size, at_rest, faults_at
from tests.browser.heads import (
    HIGHEST_HEAD,
    LARGE,
    LEAST_GROWTH,
    SMALL,
    TABLET,
    USUAL,
    choose_the_last_preset,
    head_of,
    leaves_the_window_to_the_picture,
    picture_area,
)
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


@dataclass(frozen=True)
class Look:
    """How pages are looked at in one language."""

    locale: str
    scheme: str
    windows: tuple[Size, ...]
    """One after the other, and at last a phone's."""


# The smallest one with a sidebar comes last: there the controls are used.
LOOKS = {
    "en": Look("en-US", SCHEMES["en"], (LARGE, USUAL, TABLET, SMALL)),
    "ko": Look("ko-KR", SCHEMES["ko"], (TABLET, SMALL)),
}
ONE_WINDOW = (USUAL, SMALL)
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


# The colour of the band behind the buttons, where the head of a page has one.
BAND = """() => {
    const head = document.querySelector(".st-key-page_head");
    return head && getComputedStyle(head, "::before").backgroundColor;
}"""


def fits_a_phone(page: Page) -> None:
    """Nothing scrolls sideways, and the arithmetic is a sheet at the lower edge."""
    page.set_viewport_size(PHONE)
    page.wait_for_function(FITS)
    assert page.evaluate(SIDEWAYS) == [0, 0]
    shows_its_picture_first(page)
    # What scrolls below the buttons is not seen through them.
    assert "rgba" not in (page.evaluate(BAND) or "")
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


def choose_another_preset(page: Page) -> None:
    """From the menu; where there is none, a question."""
    menu, questions = page.locator(".menu-button"), page.locator("[data-row=questions] button")
    if not menu.count():
        questions.first.click()
        return
    menu.first.click()
    page.locator(".menu-entry:not([aria-checked=true])").first.click()


def a_change_is_taken_back_and_leads_back_to_the_start(page: Page) -> None:
    undo, redo, start = (page.locator(f"[data-move={one}]") for one in ("undo", "redo", "start"))
    opened = page.url
    for button_ in (undo, redo, start):
        expect(button_).to_be_disabled()
    choose_another_preset(page)
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


def speaks(page: Page, name: str, language: str) -> None:
    """Its document, its tab and what is written around it have the page's language."""
    title = read_words(language, "workbench")[f"pages.{name}"]
    in_tab = "" if name == "overview" else f"{title} · "
    expect(page).to_have_title(f"{in_tab}Attention Workbench")
    expect(page.locator("html")).to_have_attribute("lang", language)
    assert page.evaluate(BADLY_SET_HANGUL) == []
    page.wait_for_function(NONE_IS_NAMED, arg=list(streamlits_words(language)))
    assert page.locator("h1").inner_text() == read_words(language, name)["title"]
    assert page.locator("[data-testid=stException]").count() == 0


def can_be_used_by_everybody(page: Page) -> None:
    assert found(page) == []
    assert is_structured(page)
    assert too_small(page) == []


def has_a_low_head_beside_any_preset(page: Page) -> None:
    """With the preset that says most; then back to the start."""
    choose_the_last_preset(page)
    at_rest(page)
    assert head_of(page) <= HIGHEST_HEAD
    page.locator("[data-move=start]").click()
    expect(page.locator("[data-move=start]")).to_be_disabled()


@pytest.mark.parametrize("name", PAGES)
@pytest.mark.parametrize("language", ["en", pytest.param("ko", marks=pytest.mark.thorough)])
def test_the_page_is_drawn_in_its_language_and_fits_every_window(
    visit, name, language, pytestconfig
):
    """One page in one language, opened once and looked at in one window after the other; without
    what takes long, in the two that a page stands in whole.
    """
    look, has_the_window = LOOKS[language], PATHS[name] in FRONT
    # What the server says with a document is seen in the language that is not its first.
    is_loaded = language != "en" and name in DOCUMENTS
    visited = visit(
        PATHS[name],
        locale=look.locale,
        color_scheme=look.scheme,
        is_loaded=is_loaded,
        is_recorded=True,
        is_still=True,
    )
    page = visited.page
    speaks(page, name, language)
    width = 0 if has_the_window else SIDEBAR_WIDTH
    assert page.get_by_test_id("stSidebar").bounding_box()["width"] == width
    can_be_used_by_everybody(page)
    faults, areas = [], {}
    windows = look.windows if pytestconfig.option.thorough else ONE_WINDOW
    for window in windows:
        faults += faults_at(page, window)
        if not has_the_window:
            leaves_the_window_to_the_picture(page, window)
            areas[window] = picture_area(page)
        # Each once, in the language that it happens to be in.
        if language == "en" and window in ONE_WINDOW:
            stands_in_one_window(page, name, window[1])
    if LARGE in areas:
        assert areas[LARGE] > LEAST_GROWTH * areas[USUAL]
    if language != "en":
        a_change_is_taken_back_and_leads_back_to_the_start(page)
    if not has_the_window:
        has_a_low_head_beside_any_preset(page)
    if has_the_window:
        # A map that has the window starts elsewhere on a phone.
        page.set_viewport_size(PHONE)
        visited.go(PATHS[name])
    faults += faults_at(page, (PHONE["width"], PHONE["height"]))
    fits_a_phone(page)
    assert faults == []


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
