"""Terms are marked in the texts without moving or changing anything; a click or Enter opens one."""

import pytest
from playwright.sync_api import Page, expect

from ui.glossary.register import TERMS

pytestmark = pytest.mark.thorough

QUERY = next(term for term in TERMS if term.key == "query")

# The marked words with the middle of each, in the order of the page, those in the window.
MARKED = """() => [...(CSS.highlights.get("term") ?? [])].map((one) => {
    const range = document.createRange();
    range.setStart(one.startContainer, one.startOffset);
    range.setEnd(one.endContainer, one.endOffset);
    const { left, top, width, height } = range.getBoundingClientRect();
    const inside = one.startContainer.parentElement;
    return { text: range.toString(), x: left + width / 2, y: top + height / 2,
        isWrong: Boolean(inside.closest("button, a, input, code, pre, h1, canvas, .katex")) };
}).filter(({ y }) => y > 0 && y < innerHeight)"""
IS_MARKED = "() => Number(document.documentElement.dataset.terms) > 3"
PLACES = """() => [...document.querySelectorAll(".stMain p, .workbench *")].map((one) => {
    const { x, y, width, height } = one.getBoundingClientRect();
    return [x, y, width, height].join(" ");
}).join("\\n")"""


def marked(page: Page) -> list[dict]:
    page.wait_for_function(IS_MARKED)
    return page.evaluate(MARKED)


@pytest.mark.parametrize("path", ["masks", "learning_rate?lang=ko", "encoder_decoder", "training"])
def test_terms_are_marked_in_texts_and_nowhere_else(visit, path):
    words = marked(visit(path).page)
    assert len(words) > 2 and not [one for one in words if one["isWrong"]]


def test_marks_move_nothing(visit):
    page = visit("masks").page
    page.wait_for_function(IS_MARKED)
    page.mouse.move(0, 0)
    before = page.evaluate(PLACES)
    page.evaluate("CSS.highlights.delete('term')")
    assert page.evaluate(PLACES) == before


def test_a_click_on_a_term_says_what_it_is_and_escape_closes_it(visit):
    page = visit("masks").page
    one = next(one for one in marked(page) if one["text"].lower() == "query")
    page.mouse.click(one["x"], one["y"])
    card = page.locator(".glossary-card")
    expect(card).to_contain_text(QUERY.sentence("en"))
    source = card.locator("a.source")
    expect(source).to_have_attribute("href", QUERY.source.address())
    expect(source).to_have_attribute("target", "_blank")
    page.keyboard.press("Escape")
    expect(card).to_be_hidden()


def test_see_it_opens_the_page_with_what_shows_the_term(visit):
    page = visit("attention?lang=ko").page
    one = next(one for one in marked(page) if one["text"] == "d_k")
    page.mouse.click(one["x"], one["y"])
    page.locator(".glossary-card a.see").click()
    page.wait_for_url("**/mistakes?**")
    expect(page.locator(".asked-line")).to_be_visible()


def test_by_keys_g_leads_from_term_to_term_and_enter_opens_one(visit):
    page = visit("masks").page
    words = marked(page)
    page.keyboard.press("g")
    stop, card = page.locator(".term-stop"), page.locator(".glossary-card")
    expect(stop).to_be_focused()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(card).to_be_visible()
    assert len(words) > 2
    page.keyboard.press("Escape")
    expect(stop).to_be_focused()
    page.keyboard.press("Escape")
    expect(stop).to_be_hidden()


def test_g_is_a_letter_while_one_types(visit):
    page = visit("masks").page
    page.wait_for_function(IS_MARKED)
    field = page.locator(".ask-field input").first
    field.click()
    page.keyboard.type("eggs")
    expect(field).to_have_value("eggs")
    expect(page.locator(".term-stop")).to_be_hidden()


def test_the_list_has_every_term_and_filters_them(visit):
    page = visit("masks").page
    opener = page.locator(".glossary-open:not(.present-open)")
    opener.click()
    terms = page.locator(".glossary-list dt")
    expect(terms).to_have_count(len(TERMS))
    page.keyboard.type("look-ahead")
    expect(terms.first).to_have_text("look-ahead mask")
    page.keyboard.press("Escape")
    expect(opener).to_be_focused()


def test_terms_of_a_changed_text_are_marked_again(visit):
    page = visit("masks").page
    page.wait_for_function(IS_MARKED)
    page.get_by_text("한국어", exact=True).click()
    page.wait_for_function(
        "() => [...(CSS.highlights.get('term') ?? [])].some((one) => "
        "/[가-힣]/.test(one.startContainer.data.slice(one.startOffset, one.endOffset)))"
    )
