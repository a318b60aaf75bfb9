"""The address follows what is done, and the browser's way back leads to the page before."""

import re

import pytest
from playwright.sync_api import Route, expect

from tests.browser.matrix_board import arithmetic_title, wait_until_drawn
from tests.browser.model_map_board import choose_preset

pytestmark = pytest.mark.thorough


def history_length(page) -> int:
    return page.evaluate("history.length")


def test_the_way_back_leads_to_the_page_before_as_it_was_left(visit):
    # A tab that has been far says no longer how far.
    page = visit("masks", own_tab=True).page
    for name in ("A gap in the middle", "A padded sentence"):
        choose_preset(page, name)
        expect(page.locator("[data-row=presets] .menu-current")).to_have_text(name)
    expect(page).to_have_url(re.compile("ma_given=sentence"))
    before = history_length(page)
    page.get_by_role("link", name="Learning rate").click()
    expect(arithmetic_title(page)).to_contain_text("learning rate[ 20,000 ]")
    page.get_by_role("button", name="Go to the peak").click()
    expect(arithmetic_title(page)).to_contain_text("learning rate[ 4,000 ]")
    expect(page).to_have_url(re.compile("lr_step=4000"))
    assert history_length(page) == before + 1
    page.go_back()
    expect(page).to_have_url(re.compile(r"/masks\?.*ma_given=sentence"))
    expect(page.locator("[data-row=presets] .menu-current")).to_have_text("A padded sentence")


def test_an_answer_that_comes_when_its_page_is_left_does_not_touch_the_address(visit):
    page = visit("masks").page
    late: list[Route] = []
    page.route("**/answer/masks*", lambda route: late.append(route))
    choose_preset(page, "A padded sentence")
    page.get_by_role("link", name="Learning rate").click()
    wait_until_drawn(page)
    expect(arithmetic_title(page)).to_contain_text("learning rate[")
    # The page writes its own address a moment after it is drawn
    expect(page).to_have_url(re.compile(r"/learning_rate\?v=4&lang=en$"))
    opened = page.url
    with page.expect_response("**/answer/masks*"):
        late[0].continue_()
    page.evaluate("() => new Promise((done) => setTimeout(done))")
    assert page.url == opened


def test_an_address_says_its_version_and_its_language_and_opens_the_same(visit):
    page = visit("masks?ma_seed=12", locale="ko-KR").page
    expect(page).to_have_url(re.compile(r"v=4&lang=ko.*ma_seed=12"))
    text = arithmetic_title(page).inner_text()
    page.get_by_role("radio", name="English").click()
    expect(page).to_have_url(re.compile(r"lang=en.*ma_seed=12"))
    expect(arithmetic_title(page)).not_to_have_text(text)
    page.reload()
    wait_until_drawn(page)
    expect(page).to_have_url(re.compile(r"lang=en.*ma_seed=12"))


def test_undo_and_redo_go_through_what_was_done(visit):
    page = visit("attention").page
    start = arithmetic_title(page).inner_text()
    choose_preset(page, "Random")
    expect(arithmetic_title(page)).not_to_have_text(start)
    changed = arithmetic_title(page).inner_text()
    page.locator('[data-move="undo"]').click()
    expect(arithmetic_title(page)).to_have_text(start)
    page.locator('[data-move="redo"]').click()
    expect(arithmetic_title(page)).to_have_text(changed)
