"""The sentence page under a person's hands."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.matrix_board import MatrixBoard, box_of, wait_until_idle
from ui.words.language import LANGUAGES

pytestmark = pytest.mark.thorough

SENTENCE = "the doctor bought the bread because he was hungry"


def hide(page, name):
    # Its gloss comes after its name.
    named = re.compile(rf"^{re.escape(name)}( [^(].*)?$")
    page.get_by_role("group", name="Hide a word").get_by_role("button", name=named).click()


def word(page, name):
    return page.locator(f'.lines [data-word="{name}"]')


@pytest.mark.always
def test_a_typed_sentence_is_translated_step_by_step(visit):
    page = visit("your_sentence").page
    field = page.get_by_role("textbox", name="English sentence")
    field.fill(SENTENCE)
    field.press("Enter")
    expect(word(page, "k1")).to_have_text("doctor")
    expect(page.get_by_text("Inside the translator’s language")).to_be_visible()
    page.get_by_role("button", name="From the start").click()
    weights = MatrixBoard(page, "weights")
    expect(weights.cells).to_have_attribute("aria-label", re.compile("1 rows"))
    page.get_by_role("button", name="Step ▶").click()
    expect(weights.cells).to_have_attribute("aria-label", re.compile("2 rows"))
    expect(page).to_have_url(re.compile("ys_step=2"))
    page.get_by_role("button", name="All at once").click()
    expect(word(page, "q10")).to_be_visible()


def test_hovering_a_word_lights_its_column_without_the_server(visit):
    visited = visit("your_sentence")
    page = visited.page
    weights = MatrixBoard(page, "weights")
    expect(word(page, "k5")).to_have_text("book")
    page.wait_for_timeout(400)
    sent = len(visited.sent)
    word(page, "k5").hover()
    expect(word(page, "k5")).to_have_class(re.compile("lit"))
    page.mouse.move(0, 0)
    weights.hover(5, 5)
    expect(word(page, "k5")).to_have_class(re.compile("lit"))
    expect(word(page, "q5")).to_have_class(re.compile("lit"))
    page.wait_for_timeout(300)
    assert len(visited.sent) == sent


def test_a_double_click_isolates_a_head_and_a_click_brings_another_back(visit):
    page = visit("your_sentence").page
    legend = page.locator(".lines .legend button")
    name = MatrixBoard(page, "weights").figure.locator(".name")
    expect(name).to_contain_text("average of 4 heads")
    legend.nth(2).dblclick()
    expect(name).to_contain_text("head 3")
    expect(page).to_have_url(re.compile("ys_off=0_1_3"))
    legend.nth(0).click()
    expect(name).to_contain_text("average of 2 heads")


def test_a_double_click_isolates_a_head_also_where_its_first_click_is_answered_between(visit):
    page = visit("your_sentence").page
    legend = page.locator(".lines .legend button")
    name = MatrixBoard(page, "weights").figure.locator(".name")
    box = box_of(legend.nth(2))
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down(click_count=1)
    page.mouse.up(click_count=1)
    page.mouse.down(click_count=2)
    expect(name).to_contain_text("average of 3 heads")
    page.mouse.up(click_count=2)
    expect(name).to_contain_text("head 3")
    expect(page).to_have_url(re.compile("ys_off=0_1_3"))


def test_a_click_on_the_isolated_head_brings_all_heads_back(visit):
    page = visit("your_sentence").page
    legend = page.locator(".lines .legend button")
    name = MatrixBoard(page, "weights").figure.locator(".name")
    expect(name).to_contain_text("average of 4 heads")
    legend.nth(2).dblclick()
    expect(name).to_contain_text("head 3")
    legend.nth(2).click()
    expect(name).to_contain_text("average of 4 heads")
    expect(page).not_to_have_url(re.compile("ys_off"))


def test_escape_releases_the_words_that_are_pinned(visit):
    page = visit("your_sentence").page
    word(page, "k5").click()
    word(page, "q0").click()
    expect(page).to_have_url(re.compile("ys_pins=k5_q0"))
    page.keyboard.press("Escape")
    expect(word(page, "k5")).to_have_attribute("aria-pressed", "false")
    expect(page).not_to_have_url(re.compile("ys_pins"))


def test_a_hidden_word_changes_the_translation(visit):
    page = visit("your_sentence").page
    hide(page, "book")
    expect(page.get_by_text("With no word hidden it writes")).to_be_visible()
    expect(word(page, "k5")).to_have_text("(book)")
    expect(page).to_have_url(re.compile("ys_hidden=5"))


def test_a_sentence_after_one_with_equal_words_hides_nothing(visit):
    page = visit("your_sentence").page
    field = page.get_by_role("textbox", name="English sentence")
    for sentence, third in (
        ("did the dog eat the fish?", "dog"),
        ("will the cat see the bird?", "cat"),
        ("I love you", "you"),
    ):
        field.fill(sentence)
        field.press("Enter")
        expect(word(page, "k2")).to_have_text(third)
        wait_until_idle(page)
    expect(word(page, "k1")).to_have_text("love")
    assert "ys_hidden" not in page.url


def test_hiding_one_of_two_equal_words_ends_with_its_sentence(visit):
    opened = visit("your_sentence?ys_sentence=did+the+dog+eat+the+fish%3F")
    page = opened.page
    hide(page, "the (2)")
    expect(page).to_have_url(re.compile("ys_hidden=1$"))
    wait_until_idle(page)
    opened.again()
    expect(word(page, "k1")).to_have_text(re.compile(r"^\(the\)"))
    field = page.get_by_role("textbox", name="English sentence")
    field.fill("will the cat see the bird?")
    field.press("Enter")
    expect(word(page, "k2")).to_have_text("cat")
    expect(word(page, "k1")).to_have_text(re.compile("^the"))
    expect(page).not_to_have_url(re.compile("ys_hidden"))


def test_the_nearest_sentence_is_one_press_away(visit):
    page = visit("your_sentence?ys_sentence=I+have+two+headache").page
    expect(page.get_by_text("Outside the translator’s language")).to_be_visible()
    page.get_by_role("button", name="I have two headaches.").click()
    expect(word(page, "k3")).to_have_text("headaches")
    expect(page.get_by_text("Inside the translator’s language")).to_be_visible()
    field = page.get_by_role("textbox", name="English sentence")
    expect(field).to_have_value("I have two headaches.")


def test_the_speech_level_is_the_start_token(visit):
    page = visit("your_sentence?ys_kind=decoder").page
    page.get_by_role("button", name="More").click()
    page.get_by_role("radio", name="합니다체").click()
    expect(word(page, "k0").locator(".text")).to_have_text("⟨합니다체+시⟩")
    page.keyboard.press("Escape")
    expect(word(page, "k0")).to_have_attribute("title", re.compile("^Start token"))


def test_hypotheses_grow_with_the_steps(visit):
    page = visit("your_sentence?ys_writing=beam&ys_step=2").page
    table = page.locator(".hypotheses")
    expect(table).to_contain_text("hypotheses after token 2")
    expect(table.locator("tr")).to_have_count(5)
    page.get_by_role("button", name="Step ▶").click()
    expect(table).to_contain_text("hypotheses after token 3")


def test_the_true_alignment_is_shown(visit):
    page = visit("your_sentence").page
    expect(page.get_by_text(re.compile(r"\d of 5 content words"))).to_be_visible()
    page.get_by_role("button", name="More").click()
    page.locator(".st-key-ys_aligned").get_by_text("True alignment").click()
    wait_until_idle(page)
    expect(page).to_have_url(re.compile("ys_aligned=true"))


def test_several_words_are_pinned_and_stand_in_the_address(visit):
    opened = visit("your_sentence")
    page = opened.page
    word(page, "k5").click()
    word(page, "q0").click()
    expect(page).to_have_url(re.compile("ys_pins=k5_q0"))
    wait_until_idle(page)
    opened.again()
    expect(word(page, "k5")).to_have_attribute("aria-pressed", "true")
    expect(word(page, "q0")).to_have_attribute("aria-pressed", "true")


def test_lines_next_words_and_words_to_hide_stand_in_one_window(visit):
    in_sight = (
        ".area-written .heading-line",
        ".lines .field",
        ".next-words",
        ".area-written .chips",
        '.area-details .chips[aria-label="Hide a word"]',
    )
    for width, height in ((1440, 900), (1280, 720)):
        page = visit("your_sentence?ys_step=3", width=width, height=height).page
        page.wait_for_timeout(300)
        for selector in in_sight:
            box = page.locator(selector).last.bounding_box()
            assert box["y"] >= 0 and box["y"] + box["height"] <= height, (selector, box)
            assert box["x"] >= 0 and box["x"] + box["width"] <= width, (selector, box)


@pytest.mark.parametrize(("page", "lang"), [("your_sentence", "ko"), ("", "en")])
def test_on_a_phone_a_sentence_has_the_line_to_itself(visit, page, lang):
    seen = visit(f"{page}?lang={lang}", width=390, height=844).page
    field = seen.get_by_test_id("stTextInput")
    assert field.bounding_box()["width"] > 340


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", ["decoder", "cross"])
def test_the_title_of_the_matrix_ends_with_its_board(visit, language, kind):
    page = visit(f"your_sentence?lang={language}&ys_kind={kind}", width=1280, height=720).page
    board = box_of(page.locator(".area-matrix .board"))
    name = box_of(page.locator(".area-matrix figcaption .name"))
    assert name["x"] + name["width"] <= board["x"] + board["width"]
