"""“Show me round” is offered once, covers no control, and goes on when the visitor has done it."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.matrix_board import wait_until_drawn
from ui.lesson.library import lesson_of
from ui.words.language import read_words

pytestmark = pytest.mark.thorough

# Who drives a browser by a program is offered no tour.
IS_A_PERSON = "Object.defineProperty(Navigator.prototype, 'webdriver', { get: () => false })"
# The controls, and what can be clicked, that the card lies over.
COVERED = """() => {
    const card = document.querySelector(".tour-card"), at = card.getBoundingClientRect();
    return [...document.querySelectorAll("button, input, a[href], [role=radio]")].filter((one) => {
        const { left, right, top, bottom, width } = one.getBoundingClientRect();
        return !card.contains(one) && width && one.checkVisibility({ visibilityProperty: true })
            && left < at.right && right > at.left && top < at.bottom && bottom > at.top;
    }).map((one) => one.outerHTML.slice(0, 90));
}"""

SIZES = [{"width": 1440, "height": 900}, {"width": 1280, "height": 720}]


def person(page: Page) -> None:
    page.add_init_script(IS_A_PERSON)
    page.add_init_script("localStorage.setItem('workbench.map.seen', '1')")


def words(name: str, language: str = "en") -> str:
    return read_words(language, "tour")[f"tour.{name}"]


@pytest.mark.parametrize("language", ["en", "ko"])
def test_it_is_offered_once_and_covers_no_control(visit, language):
    locale = {"en": "en-US", "ko": "ko-KR"}[language]
    page = visit("", prepare=person, locale=locale, width=1440).page
    card = page.locator(".tour-card")
    expect(card).to_contain_text(words("offer", language))
    for size in SIZES:
        page.set_viewport_size(size)
        page.wait_for_function(f"() => ({COVERED})().length === 0")
    card.get_by_text(words("alone", language)).click()
    expect(card).to_have_count(0)
    page.goto(page.url.split("?")[0])
    wait_until_drawn(page)
    page.wait_for_timeout(1800)
    expect(card).to_have_count(0)


@pytest.mark.parametrize("path", ["masks", "?embed=true&present=true&ask=step_by_step"])
def test_it_is_not_offered_to_who_came_for_something_else(visit, path):
    page = visit(path, prepare=person).page
    page.wait_for_timeout(1800)
    expect(page.locator(".tour-card")).to_have_count(0)


def test_who_would_rather_take_a_lesson_is_shown_the_lessons(visit):
    page = visit("", prepare=person, width=1440).page
    page.locator(".tour-card").get_by_text(words("lessons")).click()
    expect(page.locator(".tour-card")).to_have_count(0)
    first = lesson_of("01_attention_by_hand", "en")
    assert first is not None
    expect(page.locator(".lesson-panel")).to_contain_text(first.title)


def test_on_a_phone_it_covers_no_control_either(visit):
    page = visit("", prepare=person, width=390, height=844).page
    expect(page.locator(".tour-card")).to_be_visible()
    assert page.evaluate(COVERED) == []


def test_each_step_waits_until_it_is_done(visit):
    page = visit("", prepare=person, width=1440).page
    card, title = page.locator(".tour-card"), page.locator(".tour-card h2")
    card.get_by_text(words("begin")).click()
    expect(title).to_have_text(words("sentence_title"))
    page.wait_for_timeout(800)
    expect(title).to_have_text(words("sentence_title"))
    field = page.locator(".stTextInput input").first
    field.fill("she reads the old book")
    field.press("Enter")
    expect(title).to_have_text(words("play_title"))
    page.locator(".model-map .tools button").first.click()
    page.wait_for_timeout(700)
    expect(title).to_have_text(words("play_title"))
    page.locator(".model-map .tools input[type=range]").press("End")
    expect(title).to_have_text(words("zoom_title"))
    page.evaluate("document.querySelector('.model-map').flyToCell('src_encoded@1.1', 1)")
    expect(title).to_have_text(words("pin_title"))
    box = page.evaluate("document.querySelector('.model-map').cellBox('src_encoded@1.1')")
    page.mouse.click(box["x"] + 2, box["y"] + box["height"] / 2)
    expect(title).to_have_text(words("follow_title"))
    page.locator(".box [data-to]").locator("visible=true").first.click()
    expect(title).to_have_text(words("page_title"))
    card.get_by_text(words("skip")).click()
    expect(title).to_have_text(words("end_title"))
    card.get_by_text(words("end")).click()
    expect(card).to_have_count(0)


def test_it_begins_again_from_the_list_of_lessons_and_escape_ends_it(visit):
    page = visit("masks", width=1440).page
    page.locator(".lesson-opener").click()
    page.locator(".show-round").click()
    card = page.locator(".tour-card")
    expect(card.locator("h2")).to_have_text(words("sentence_title"))
    card.get_by_text(words("stop")).focus()
    page.keyboard.press("Escape")
    expect(card).to_have_count(0)
