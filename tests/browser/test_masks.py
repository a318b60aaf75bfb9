"""The masks page under a person's hands."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.drawn_texts import at_rest
from tests.browser.matrix_board import (
    HIDDEN,
    MatrixBoard,
    arithmetic_title,
    box_of,
)
from tests.browser.model_map_board import choose_preset
from ui.words.language import text_of

pytestmark = pytest.mark.thorough

TEXT = text_of("masks", "en")


def choose(page: Page, question: str) -> None:
    page.locator("[data-row=questions] .menu-button").click()
    page.get_by_role("menuitemradio", name=TEXT(f"questions.{question}"), exact=True).click()


@pytest.mark.always
def test_a_mask_is_painted_by_dragging_and_its_weights_follow(visit):
    page = visit("masks?ma_ids=1+2+3").page
    MatrixBoard(page, "painted").drag((0, 1), (0, 2))
    MatrixBoard(page, "painted_weights").expect_values(
        {(0, 0): 1.0, (0, 1): HIDDEN, (0, 2): HIDDEN}
    )
    expect(page).to_have_url(re.compile("ma_cells=0.1_0.2"))
    page.locator("[data-move=undo]").click()
    expect(page).not_to_have_url(re.compile("ma_cells"))


def test_a_pinned_weight_is_worked_out_beside_the_masks(visit):
    page = visit("masks").page
    MatrixBoard(page, "decoder_weights").click(1, 0)
    expect(arithmetic_title(page)).to_contain_text("Weights, decoder[ “21”, “1” ]")
    expect(page).to_have_url(re.compile("ma_pin=decoder_weights.1.0"))


def test_a_mask_says_1_where_it_hides_as_its_card_does(visit):
    page = visit("masks").page
    decoder = MatrixBoard(page, "decoder")
    assert decoder.value(0, 0) == "0 (visible)"
    assert decoder.value(0, 1) == "1 (hidden)"
    decoder.click(0, 1)
    expect(arithmetic_title(page)).to_have_text("Decoder: both[ “1”, “21” ] = 1")


def test_a_question_leads_to_both_masks_side_by_side(visit):
    page = visit("masks").page
    choose(page, "which_padding")
    expect(page.get_by_text(TEXT("answers.which_padding"))).to_be_visible()
    MatrixBoard(page, "right").expect_values({(0, 2): "0 (visible)", (0, 3): "1 (hidden)"})
    MatrixBoard(page, "other").expect_values({(0, 3): "0 (visible)", (0, 4): "1 (hidden)"})
    expect(page.locator(".note-line.bad")).to_contain_text("4 of 4 tokens")
    expect(page).to_have_url(re.compile("ma_attention=cross.*ma_compare=target"))
    right, other = (page.locator(f"[data-id={side}]") for side in ("right", "other"))
    assert box_of(right)["y"] == box_of(other)["y"]


def test_a_tab_compares_with_another_mask(visit):
    page = visit("masks?ma_attention=decoder").page
    page.get_by_role("button", name=TEXT("compared.norm"), exact=True).click()
    expect(page.locator(".note-line.bad")).to_contain_text("10 with the norm over positions")
    page.get_by_role("button", name=TEXT("compared.residual"), exact=True).click()
    expect(page.locator(".note-line.good")).to_contain_text("0 with the residual")
    expect(arithmetic_title(page)).to_contain_text("Leak test · compared[ “⟨start⟩”, “je” ] = 0")


@pytest.mark.parametrize("language", ["en", "ko"])
def test_what_is_compared_stands_in_one_window(visit, language):
    text = text_of("masks", language)
    page = visit(f"masks?lang={language}").page
    for attention in ("encoder", "decoder", "cross"):
        page.get_by_role("radio", name=text(f"attention.{attention}"), exact=True).click()
        expect(page.locator("[data-id=right]")).to_be_visible()
        for size in ((1440, 900), (1280, 720)):
            page.set_viewport_size({"width": size[0], "height": size[1]})
            at_rest(page)
            for name in ("right", "right_weights", "other", "other_weights", "other_output"):
                cells = box_of(page.locator(f"[data-id={name}] canvas").first)
                assert cells["y"] + cells["height"] <= size[1], (attention, size, name)
            tabs = page.locator("[data-row=compare] .chip")
            tops = {box_of(tabs.nth(place))["y"] for place in range(tabs.count())}
            assert len(tops) == 1, (attention, size)


def test_a_leak_test_stands_in_one_window_in_korean_with_its_longer_sentence(visit):
    page = visit("masks?lang=ko&ma_attention=decoder&ma_compare=norm", width=1280, height=720).page
    cells = box_of(page.locator("[data-id=other_reach] canvas").first)
    assert cells["y"] + cells["height"] <= 720


@pytest.mark.parametrize("language", ["en", "ko"])
def test_a_trained_head_stands_in_one_window_with_what_its_outputs_change_by(visit, language):
    trained = "ma_attention=cross&ma_source=trained&ma_sentence=the+cat+saw+the+dog"
    page = visit(f"masks?lang={language}&{trained}&ma_length=10&ma_target_length=10").page
    whole = ("right", "right_weights", "other", "other_weights", "change")
    for size, names in (((1440, 900), whole), ((1280, 720), ("right", "other", "change"))):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        at_rest(page)
        for name in names:
            cells = box_of(page.locator(f"[data-id={name}] canvas").first)
            assert cells["y"] + cells["height"] <= size[1], (size, name)
        overlay = "[data-id={}] canvas.overlay"
        # left, top, width and height of the first cell
        cells = [
            page.locator(overlay.format(name)).get_attribute("data-cells").split()
            for name in ("right", "change")
        ]
        assert cells[0][1] == cells[1][1] and cells[0][3] == cells[1][3], (size, "rows")


@pytest.mark.parametrize(
    ("size", "length"), [((1440, 900), 1), ((1920, 1080), 1), ((1920, 1080), 18)]
)
def test_what_an_output_changes_by_is_level_with_its_query_at_any_size(visit, size, length):
    trained = "ma_attention=cross&ma_compare=none&ma_source=trained&ma_sentence=run"
    page = visit(f"masks?{trained}&ma_length={length}", width=size[0], height=size[1]).page
    at_rest(page)
    right, change = (
        page.locator(f"[data-id={name}] canvas.overlay").get_attribute("data-cells").split()
        for name in ("right", "change")
    )
    assert (right[1], right[3]) == (change[1], change[3])


SINCE = {
    "window": {(7, 4): HIDDEN, (0, 0): 1.0, (0, 1): HIDDEN},
    "prefix": {(3, 4): HIDDEN, (7, 7): None, (0, 2): None},
    "packed": {(3, 2): HIDDEN, (3, 3): 1.0, (5, 5): 1.0},
}
"""Of each mask since the paper what some of its weights are; None for some."""


@pytest.mark.parametrize("language", ["en", "ko"])
@pytest.mark.parametrize("last", SINCE)
def test_a_mask_since_the_paper_hides_what_it_says_and_undo_and_a_link_bring_it_back(
    visit, last, language
):
    text = text_of("masks", language)
    opened = visit(f"masks?lang={language}", width=1440, height=900)
    page = opened.page
    choose_preset(page, text(f"presets.{last}"))
    weights = MatrixBoard(page, f"{last}_weights")
    # The word for hidden is the language's own.
    known = {at: one for at, one in SINCE[last].items() if language == "en" or one != HIDDEN}
    numbers = {at: one for at, one in known.items() if one is not None}
    weights.expect_values(numbers)
    for at in known.keys() - numbers.keys():
        assert weights.value(*at) not in (HIDDEN, 0.0)
    weights.click(5, 5)
    name = text(f"matrices.{last}_weights")
    expect(arithmetic_title(page)).to_contain_text(f"{name}[ “16”, “16” ]")
    page.locator("[data-row=suggestions] .chip").first.click()
    expect(page).to_have_url(re.compile(f"ma_pin={last}_weights.7.0"))
    page.locator("[data-move=undo]").click()
    weights.expect_values(numbers)
    opened.again()
    weights.expect_values(numbers)


def test_the_number_of_the_last_mask_is_under_more(visit):
    page = visit("masks?ma_ids=1+2+3+4&ma_last=window", width=1440, height=900).page
    MatrixBoard(page, "window_weights").expect_values({(3, 0): HIDDEN})
    page.get_by_role("button", name="More").click()
    page.get_by_role("spinbutton", name=TEXT("controls.window"), exact=True).fill("1")
    page.keyboard.press("Enter")
    MatrixBoard(page, "window_weights").expect_values({(3, 2): HIDDEN, (3, 3): 1.0})
    expect(page.get_by_text(TEXT("since.window_one"))).to_be_visible()
