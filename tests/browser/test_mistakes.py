"""The page of common mistakes under a person's hands."""

import re

import pytest
from playwright.sync_api import Page, expect

from pages.mistakes.quiz import first_question, question
from tests.browser.matrix_board import MatrixBoard, arithmetic_title, wait_until_idle
from tests.browser.model_map_board import choose_preset
from transformer_lab.mistakes import MISTAKES
from ui.words.language import read_words

pytestmark = pytest.mark.thorough

WORDS = read_words("en", "mistakes")


def chip(page: Page, words: str):
    return page.get_by_role("button", name=WORDS[words], exact=True)


def test_a_mistake_is_picked_and_its_difference_read(visit):
    wrong = MISTAKES["mask_leaks_next"].compare(seq_len=6, seed=11).wrong
    page = visit("mistakes").page
    choose_preset(page, WORDS["presets.mask_leaks_next"])
    expect(page).to_have_url(re.compile("mi_mistake=mask_leaks_next"))
    expect(page.get_by_role("heading", name=WORDS["mistake.mask_leaks_next"])).to_be_visible()
    difference = MatrixBoard(page, "difference")
    difference.expect_values({(0, 1): float(wrong[0, 1]), (5, 5): 0.0, (0, 5): "hidden"})
    MatrixBoard(page, "right").click(2, 1)
    expect(arithmetic_title(page)).to_contain_text("Difference[ query 2, key 1 ]")
    expect(page.locator("code", has_text=".triu(2)").first).to_be_visible()
    # Streamlit brings the controls of the mistake that was picked.
    expect(page.get_by_role("spinbutton", name="Tokens")).to_be_visible()


def test_a_number_is_followed_to_what_made_it_and_back(visit):
    page = visit("mistakes").page
    box = page.locator("[data-workbench=arithmetic]")
    box.get_by_role("button", name="Wrong[ query 2, key 0 ]").click()
    expect(arithmetic_title(page)).to_have_text("Wrong[ query 2, key 0 ] = 0.9735")
    box.get_by_role("button", name="Difference[ query 2, key 0 ]").click()
    expect(arithmetic_title(page)).to_contain_text("Difference[ query 2, key 0 ] = +0.6591")


def test_a_row_that_is_no_number_is_spoken_as_none(visit):
    page = visit("mistakes?mi_mistake=minus_infinity").page
    MatrixBoard(page, "wrong").expect_readout(0, 0, "= NaN")
    MatrixBoard(page, "right").expect_readout(0, 0, "= hidden")
    MatrixBoard(page, "other").expect_values({(0, 0): 1 / 6})


def test_the_quiz_is_played(visit):
    asked = question(8)
    page = visit("mistakes?mi_quiz=true&mi_question=8").page
    expect(page.locator("figure")).to_have_count(1)
    expect(page.locator("[data-workbench=arithmetic]")).to_have_count(0)
    other = next(name for name in asked.options if name != asked.mistake)
    chip(page, f"mistake.{other}").click()
    expect(page.locator(".note-line.bad")).to_contain_text(WORDS[f"sign.{other}"])
    expect(page).to_have_url(re.compile(rf"mi_answer=8\.{asked.options.index(other) + 1}"))
    expect(page.get_by_test_id("stMain")).to_contain_text("0 of 1 on the first try")
    expect(page.locator("figure")).to_have_count(1)
    chip(page, f"mistake.{asked.mistake}").click()
    expect(page.locator(".note-line.good").first).to_contain_text("Right: ")
    expect(page).to_have_url(re.compile(rf"mi_answer=8\.{asked.options.index(asked.mistake) + 1}"))
    expect(page.locator('figure[data-id="difference"]')).to_be_visible()
    chip(page, "quiz.next").click()
    expect(page).to_have_url(re.compile("mi_question=9"))
    wait_until_idle(page)
    expect(page.locator(".note-line:is(.good, .bad)")).to_have_count(0)
    expect(page.get_by_role("spinbutton", name="Number")).to_have_value("9")
    chip(page, "quiz.show").click()
    expect(page.get_by_test_id("stMain")).to_contain_text("The answer: ")
    expect(page.get_by_test_id("stMain")).to_contain_text("0 of 2 on the first try")


def test_the_quiz_is_left_where_it_was_entered(visit):
    page = visit("mistakes?mi_mistake=one_speed").page
    page.get_by_text(WORDS["controls.quiz"], exact=True).click()
    expect(page).to_have_url(re.compile("mi_quiz=true"))
    expect(page).not_to_have_url(re.compile("one_speed"))
    expect(page.locator('figure[data-id="difference"]')).to_have_count(0)
    page.get_by_text(WORDS["controls.quiz"], exact=True).click()
    expect(page).to_have_url(re.compile("mi_mistake=one_speed"))
    expect(page.locator('figure[data-id="difference"]')).to_be_visible()


@pytest.mark.parametrize(("width", "height"), [(1440, 900), (1280, 720), (390, 844)])
def test_every_mistake_in_the_menu_is_in_the_window_or_scrolled_to(visit, width, height):
    page = visit("mistakes").page
    page.set_viewport_size({"width": width, "height": height})
    page.locator(".menu-button").click()
    entries = page.get_by_role("menuitemradio")
    expect(entries).to_have_count(len(MISTAKES))
    (menu,) = page.locator(".menu-list:visible").all()
    box = menu.bounding_box()
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= width
    assert box["y"] + box["height"] <= height
    if width > 640:
        places = [entry.bounding_box() for entry in entries.all()]
        assert all(place["y"] + place["height"] <= height for place in places)
        assert len({place["x"] for place in places}) == 3
    entries.last.scroll_into_view_if_needed()
    expect(entries.last).to_be_in_viewport()


def test_a_link_to_the_first_release_s_quiz_asks_what_it_asked(visit):
    asked = first_question(8)
    page = visit("mistakes?mi_quiz=true&mi_number=8").page
    for name in asked.options:
        expect(chip(page, f"mistake.{name}")).to_be_visible()
    expect(page.get_by_role("spinbutton", name="Number")).to_have_value("8")
    chip(page, f"mistake.{asked.mistake}").click()
    expect(page.locator(".note-line.good").first).to_contain_text("Right: ")
    chip(page, "quiz.next").click()
    expect(page).to_have_url(re.compile("mi_number=9"))
