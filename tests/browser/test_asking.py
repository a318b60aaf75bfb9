"""From a question to its answer, under a person's hands."""

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.axe import found, too_small
from tests.browser.drawn_texts import at_rest
from tests.browser.matrix_board import box_of, wait_until_idle
from tests.browser.one_window import HIGHEST_PICTURE, PICTURES, in_window
from ui.questions.register import REGISTER, Question, question_of, questions_of
from ui.questions.shown import NOTE, shown_by
from ui.words.language import text_of

pytestmark = pytest.mark.thorough

LINE = ".asked-line"
OWN = ".st-key-page_head .stMarkdown"
"""The page's own question."""
PHONE = (390, 844)
DOCKED = 1200
"""From this width the arithmetic is beside the picture."""
# Nothing else is where its middle is.
ON_TOP = """(node) => {
    const { x, y, width, height } = node.getBoundingClientRect();
    return node.contains(document.elementFromPoint(x + width / 2, y + height / 2));
}"""


def text_in_line(page: Page, key: str, language: str = "en") -> None:
    question = question_of(key)
    expect(page.locator(LINE)).to_be_visible()
    expect(page.locator(".asked-question")).to_have_text(question.text(language))
    expect(page.locator(".asked-answer")).to_have_text(question.answer(language))


def typed(page: Page, field: Locator, words: str) -> None:
    """Type a question, and wait until it is looked up."""
    with page.expect_response(lambda response: "questions/found" in response.url):
        field.fill(words)
    expect(field).to_have_attribute("aria-expanded", "true")


def sidebar_field(page: Page) -> Locator:
    return page.locator("#ask-input")


def open_panel(page: Page) -> Locator:
    page.locator(".ask-open").click()
    field = page.locator("#ask-panel-input")
    expect(field).to_be_focused()
    return field


def test_enter_opens_the_answer_and_the_page_says_what_was_asked(visit):
    page = visit("masks").page
    own = page.locator(OWN).first
    expect(page.locator(LINE)).to_be_hidden()
    expect(own).to_be_visible()
    typed(page, sidebar_field(page), "residual leak")
    sidebar_field(page).press("Enter")
    text_in_line(page, "residual_leak")
    expect(own).to_be_hidden()
    expect(page.locator(LINE)).to_be_focused()
    assert "ma_compare=residual" in page.url
    assert found(page) == []
    assert too_small(page) == []
    page.locator("[data-move=start]").click()
    expect(page.locator(LINE)).to_be_hidden()
    expect(own).to_be_visible()


def test_enter_before_the_lookup_waits_for_its_answer(visit):
    page = visit("masks").page
    typed(page, sidebar_field(page), "which triangle")
    sidebar_field(page).fill("residual leak")
    sidebar_field(page).press("Enter")
    text_in_line(page, "residual_leak")


def test_enter_opens_nothing_where_no_question_matches(visit):
    page = visit("masks").page
    opened = page.url
    for words, offered in (("pizza", 0), ("beam search width", 1)):
        typed(page, sidebar_field(page), words)
        expect(page.locator(".ask .message")).to_contain_text("No question here matches")
        expect(page.locator(".ask .option")).to_have_count(offered)
        sidebar_field(page).press("Enter")
        page.wait_for_timeout(200)
        assert page.url == opened
        expect(page.locator(LINE)).to_be_hidden()


def test_an_answer_is_put_away_until_it_is_asked_for_again(visit):
    page = visit(question_of("which_padding").address("en")).page
    text_in_line(page, "which_padding")
    page.locator(".asked-close").click()
    expect(page.locator(LINE)).to_be_hidden()
    expect(page.locator(".ask-open")).to_be_focused()
    expect(page.locator(OWN).first).to_be_visible()
    typed(page, sidebar_field(page), "which padding in cross-attention")
    sidebar_field(page).press("Enter")
    text_in_line(page, "which_padding")


def test_a_chip_that_asks_shows_the_answer_once(visit):
    page = visit("masks?ma_attention=decoder").page
    page.locator("[data-row=questions] .menu-button").click()
    page.get_by_role("menuitemradio", name="Does the residual leak?").click()
    answer = question_of("residual_leak").answer("en")
    text_in_line(page, "residual_leak")
    expect(page.locator(".stMain").get_by_text(answer, exact=True)).to_have_count(1)


@pytest.mark.parametrize("page_name", ["", "encoder_decoder"])
def test_a_page_with_a_folded_sidebar_has_a_place_to_ask(visit, page_name):
    page = visit(page_name, width=1280, height=720).page
    expect(page.locator(".ask-open")).to_be_in_viewport()
    open_panel(page)
    name = page_name or "overview"
    expect(page.locator(".ask-panel .option .question")).to_have_text(
        [one.text("en") for one in questions_of(name)]
    )
    assert found(page) == []
    page.keyboard.press("Enter")
    expect(page.locator(LINE)).to_be_hidden()
    page.keyboard.press("Escape")
    expect(page.locator(".ask-panel")).to_be_hidden()
    expect(page.locator(".ask-open")).to_be_focused()


def test_another_page_s_answer_is_opened_from_the_panel_and_brought_into_sight(visit):
    page = visit("", width=1280, height=720).page
    typed(page, open_panel(page), "label smoothing")
    page.keyboard.press("Enter")
    page.wait_for_url("**/encoder_decoder**")
    text_in_line(page, "label_smoothing")
    expect(page.locator(".area-below .token-rows, .area-below table").first).to_be_in_viewport()
    expect(page.locator(LINE)).to_be_in_viewport()
    expect(page.locator(".ask-panel")).to_be_hidden()


BELOW_THE_MAP = questions_of("encoder_decoder")


@pytest.mark.parametrize("place", range(len(BELOW_THE_MAP)), ids=lambda at: BELOW_THE_MAP[at].key)
def test_a_link_brings_what_answers_it_into_sight(visit, place):
    """The sizes take turns."""
    question, size = BELOW_THE_MAP[place], ((1440, 900), (1280, 720))[place % 2]
    page = visit(question.address("en"), width=size[0], height=size[1], is_loaded=True).page
    text_in_line(page, question.key)
    tabs = page.locator(".area-below [data-row=below]")
    expect(tabs).to_be_in_viewport()
    page.wait_for_function("document.querySelector('.stMain').scrollTop > 100")
    for one in (page.locator(LINE), tabs, page.locator(".ask-open")):
        expect(one).to_be_in_viewport()
    below_the_head(page, tabs)


def below_the_head(page: Page, *shown: Locator) -> None:
    """The head is in sight, over all that it covers, and covers nothing of this."""
    line = box_of(page.locator(LINE))
    assert line["y"] >= 0
    assert page.locator(LINE).evaluate(ON_TOP)
    for one in shown:
        assert box_of(one)["y"] >= line["y"] + line["height"]


def pictures_of(question: Question) -> list[str]:
    return [name for name in shown_by(question.key, question.page) if name != NOTE]


WITH_PICTURES = [one for one in REGISTER if pictures_of(one)]
# What is free between the answer in the head and the sheet with the arithmetic.
FREE = """() => {
    const line = document.querySelector(".asked-line").getBoundingClientRect();
    const sheet = document.querySelector(".workbench .sheet");
    const isOver = getComputedStyle(sheet).position === "fixed";
    return [line.top, line.bottom, isOver ? sheet.getBoundingClientRect().top : innerHeight];
}"""


def answers_in_sight(page: Page, question: Question) -> None:
    """The last picture that answers is seen whole, or from its start, with the answer above it."""
    picture = page.locator(f'.workbench [data-id="{pictures_of(question)[-1]}"]')
    expect(picture).to_be_in_viewport()
    page.wait_for_timeout(700)
    box = box_of(picture)
    line_top, line_bottom, end = page.evaluate(FREE)
    assert line_top >= 0 and line_bottom <= box["y"] + 1
    assert box["y"] + min(box["height"], end - line_bottom - 60) <= end + 1


@pytest.mark.parametrize("size", [(1280, 720), PHONE], ids=str)
@pytest.mark.parametrize("key", ["which_padding", "t5_buckets", "q_k_v", "several_heads"])
def test_the_picture_that_answers_is_in_sight_with_its_answer(visit, key, size):
    question = question_of(key)
    page = visit(question.address("en"), width=size[0], height=size[1], is_loaded=True).page
    text_in_line(page, key)
    answers_in_sight(page, question)


@pytest.mark.parametrize("place", range(len(WITH_PICTURES)), ids=lambda i: WITH_PICTURES[i].key)
@pytest.mark.thorough
def test_every_picture_that_answers_is_in_sight(visit, place):
    """The sizes and languages take turns."""
    question, size = WITH_PICTURES[place], ((1280, 720), PHONE)[place % 2]
    language = ("en", "ko")[place // 2 % 2]
    address = question.address(language)
    page = visit(address, width=size[0], height=size[1], is_loaded=True).page
    text_in_line(page, question.key, language)
    answers_in_sight(page, question)


def test_a_question_asked_on_its_own_page_brings_its_picture_into_sight(visit):
    page = visit("masks", width=1280, height=720).page
    typed(page, sidebar_field(page), "sliding window")
    sidebar_field(page).press("Enter")
    text_in_line(page, "sliding_window")
    answers_in_sight(page, question_of("sliding_window"))


IN_TABS = [one for one in REGISTER if one.area("en")]


SIZES = (PHONE, (1024, 768), (1440, 900))


@pytest.mark.parametrize("place", range(len(IN_TABS)), ids=lambda place: IN_TABS[place].key)
def test_what_is_scrolled_to_begins_below_the_head_at_every_width(visit, place):
    """The sizes take turns."""
    question, size = IN_TABS[place], SIZES[place % len(SIZES)]
    page = visit(question.address("en"), width=size[0], height=size[1], is_loaded=True).page
    text_in_line(page, question.key)
    area = page.locator(f".area-{question.area('en')}").first
    expect(area).to_be_in_viewport()
    page.wait_for_timeout(700)
    tabs = page.locator(".area-tabs, .area-below [data-row=below]").first
    if size == PHONE and (shown := pictures_of(question)):
        expect(page.locator(f'.workbench [data-id="{shown[-1]}"]')).to_be_in_viewport()
        return
    arithmetic = page.locator(".sheet .box").first
    is_docked = size[0] >= DOCKED and question.page == "positional_encoding"
    below_the_head(page, tabs, area, *([arithmetic] if is_docked else []))
    expect(page.locator(".ask-open")).to_be_in_viewport()
    assert page.locator(".ask-open").evaluate(ON_TOP)


def test_a_question_chosen_in_the_sidebar_of_a_phone_uncovers_its_answer(visit):
    page = visit("masks", width=PHONE[0], height=PHONE[1]).page
    page.get_by_test_id("stExpandSidebarButton").click()
    typed(page, sidebar_field(page), "whole target at once")
    sidebar_field(page).press("Enter")
    text_in_line(page, "whole_target")
    expect(page.get_by_test_id("stSidebar")).not_to_be_in_viewport()


def test_the_sidebar_stays_where_a_question_was_asked_in_it(visit):
    page = visit("masks", width=1280, height=800).page
    typed(page, sidebar_field(page), "trg[:, :-1]")
    sidebar_field(page).press("Enter")
    page.wait_for_url("**/encoder_decoder**")
    text_in_line(page, "shifted")
    wait_until_idle(page)
    expect(sidebar_field(page)).to_be_in_viewport()


LONG = ("noam_factor", "and_or", "true_hides", "sqrt_dk", "step_by_step", "shifted", "sin_cos")


@pytest.mark.parametrize("place", range(len(LONG)), ids=lambda place: LONG[place])
def test_the_answer_leaves_the_picture_in_the_first_window(visit, place):
    """The languages take turns."""
    key, language = LONG[place], ("en", "ko")[place % 2]
    question = question_of(key)
    page = visit(question.address(language), width=1440, height=900, is_loaded=True).page
    text_in_line(page, key, language)
    # A key ends the scrolling to what answers it.
    page.keyboard.press("Shift")
    page.locator(".stMain").evaluate("(main) => main.scrollTo(0, 0)")
    picture = page.locator(PICTURES).locator("visible=true").first
    before = box_of(picture)["y"]
    for width, height in ((1440, 900), (1280, 720), PHONE):
        page.set_viewport_size({"width": width, "height": height})
        at_rest(page)
        assert in_window(page, picture), (width, height)
    assert before <= HIGHEST_PICTURE + 20


def test_a_phone_has_a_place_to_ask(visit):
    width, height = PHONE
    page = visit("masks?lang=ko", width=width, height=height, locale="ko-KR").page
    open_panel(page)
    panel = box_of(page.locator(".ask-panel"))
    assert panel["x"] >= 0 and panel["x"] + panel["width"] <= width
    words = text_of("questions", "ko")
    expect(page.locator(".ask-panel .message")).to_have_text(words("ask.here"))
    page.locator(".ask-panel .option").first.click()
    text_in_line(page, questions_of("masks")[0].key, "ko")
