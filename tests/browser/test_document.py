"""Streamlit's own words, which it has in English only, on Korean pages."""

import pytest
from playwright.sync_api import Page, expect

from ui.words.language import read_words

KOREAN = {
    name.removeprefix("streamlit."): word
    for name, word in read_words("ko", "workbench").items()
    if name.startswith("streamlit.")
}
LEFT_OF_TITLE = 240 + 1.25 * 15
"""Next to the sidebar, as on the overview."""
LOST = """() => document.querySelector("[data-st-overlay-root]").insertAdjacentHTML("beforeend",
    "<div data-testid='stDialog'><h2>Connection error</h2>Connection</div>")"""


def instructions(page: Page):
    return page.get_by_test_id("InputInstructions").filter(visible=True)


def test_names_that_only_a_screen_reader_says_are_korean(visit):
    page = visit("?lang=ko&ys_writing=sampled").page
    expect(page.get_by_test_id("stSidebar")).to_have_attribute("aria-label", KOREAN["sidebar"])
    expect(page.get_by_test_id("stSkipToContent")).to_have_text(KOREAN["skip"])
    for step in ("increment", "decrement"):
        expect(page.get_by_role("button", name=KOREAN[step], exact=True)).to_have_count(3)
    expect(page.get_by_role("button", name="영어 문장 도움말", exact=True)).to_have_count(1)


def test_a_field_says_in_korean_how_to_apply_what_was_typed(visit):
    page = visit("masks?lang=ko").page
    page.get_by_test_id("stTextInput").locator("input").first.press_sequentially(" 7")
    expect(instructions(page)).to_have_text(KOREAN["apply"])


def test_a_field_of_several_lines_does_too(visit):
    page = visit("attention?lang=ko").page
    page.get_by_test_id("stPopover").get_by_role("button").last.click()
    page.locator("textarea").press_sequentially("1 2")
    expect(instructions(page)).to_have_text(KOREAN["apply_lines"])


def test_a_button_that_comes_later_is_korean_too(visit):
    page = visit("learning_rate?lang=ko").page
    page.get_by_test_id("stSidebar").hover()
    page.get_by_test_id("stSidebar").get_by_role("button", name=KOREAN["collapse"]).click()
    page.get_by_role("button", name=KOREAN["expand"]).click()


@pytest.mark.thorough
def test_a_wrong_address_and_a_lost_server_are_told_in_korean_on_a_page_like_ours(visit):
    visited = visit("mask?lang=ko", is_loaded=True)
    visited.troubles.clear()  # Streamlit logs a wrong address as an error.
    page = visited.page
    assert page.locator("h1").bounding_box()["x"] == LEFT_OF_TITLE
    dialog = page.get_by_test_id("stDialog")
    expect(dialog).to_contain_text(KOREAN["no_page_long"])
    dialog.get_by_role("button", name=KOREAN["close"]).last.click()
    page.evaluate(LOST)
    expect(dialog).to_have_text(f"{KOREAN['connection']}Connection")


def test_english_gets_streamlits_words_back(visit):
    page = visit("?lang=ko&ys_writing=sampled").page
    page.get_by_test_id("stExpandSidebarButton").click()
    page.get_by_test_id("stSidebar").get_by_text("English").click()
    expect(page.get_by_test_id("stSidebar")).to_have_attribute("aria-label", "Sidebar")
    expect(page.get_by_test_id("stSkipToContent")).to_have_text("Skip to main content")
    expect(page.get_by_role("button", name="Help for Seed", exact=True)).to_have_count(1)
    expect(page.get_by_role("button", name="Increment", exact=True)).to_have_count(3)
    expect(page.get_by_label("도움말")).to_have_count(0)
