"""The positional-encoding page under a person's hands."""

import math
import re

import pytest
from playwright.sync_api import expect

from tests.browser.matrix_board import HIDDEN, MatrixBoard, arithmetic_title, box_of
from tests.browser.model_map_board import choose_preset
from ui.words.language import text_of

pytestmark = pytest.mark.thorough


@pytest.mark.always
def test_a_slider_moved_by_key_changes_the_picture(visit):
    page = visit("positional_encoding").page
    encoding = MatrixBoard(page, "pe")
    expect(encoding.note).to_have_text("(50, 128)")
    drawn = encoding.drawn_at()
    page.get_by_role("slider", name="d_model").focus()
    page.keyboard.press("ArrowRight")
    expect(encoding.note).to_have_text("(50, 132)")
    expect(encoding.cells).to_have_attribute("aria-label", re.compile("132 columns"))
    assert encoding.drawn_at() > drawn
    encoding.expect_values({(49, 128): math.sin(49 / 10_000 ** (128 / 132))})


def test_hovering_says_the_number_and_tells_the_server_nothing(visit):
    visited = visit("positional_encoding")
    encoding = MatrixBoard(visited.page, "pe")
    visited.page.wait_for_timeout(300)
    sent_before = len(visited.sent)
    expected = {
        (0, 0): 0.0,
        (0, 1): 1.0,
        (3, 0): math.sin(3),
        (49, 127): math.cos(49 / 10_000 ** (126 / 128)),
    }
    encoding.expect_values(expected)
    visited.page.wait_for_timeout(300)
    assert len(visited.sent) == sent_before


def test_the_address_holds_size_base_and_pin(visit):
    address = "positional_encoding?pe_seq_len=20&pe_d_model=7&pe_base=100.0&pe_pin=pe.19.6"
    page = visit(address).page
    encoding = MatrixBoard(page, "pe")
    expect(encoding.note).to_have_text("(20, 7)")
    encoding.expect_values({(19, 6): math.sin(19 / 100 ** (6 / 7))})
    expect(page.locator(".box .heading code").first).to_contain_text("PE[ 19, 6 ]")


def test_the_picture_follows_the_hand_before_it_lets_go(visit):
    visited = visit("positional_encoding?pe_seq_len=30&pe_d_model=16")
    page = visited.page
    encoding = MatrixBoard(page, "pe")
    thumb = page.get_by_role("slider", name="Sequence length").locator("xpath=../..")
    box = box_of(thumb)
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 6, y, steps=6)
    expect(encoding.note).not_to_have_text("(30, 16)")
    slider = page.get_by_role("slider", name="Sequence length")
    expect(encoding.note).to_have_text(f"({slider.get_attribute('aria-valuetext')}, 16)")
    last = int(slider.get_attribute("aria-valuetext") or 0) - 1
    encoding_value = math.sin(last / 10_000 ** (14 / 16))
    page.mouse.up()
    encoding.expect_values({(last, 14): encoding_value})
    expect(page).to_have_url(re.compile(f"pe_seq_len={last + 1}"))


def test_sizes_of_different_kinds_are_far_apart_on_the_slider(visit):
    page = visit("positional_encoding?pe_seq_len=4&pe_d_model=1001").page
    length, width = (
        page.get_by_role("slider", name=name).locator("xpath=../..")
        for name in ("Sequence length", "d_model")
    )
    few = box_of(length)
    choose_preset(page, "Base 100")
    expect(page).to_have_url(re.compile("pe_base=100"))
    expect(MatrixBoard(page, "pe").note).to_have_text("(50, 128)")
    page.wait_for_timeout(400)
    assert box_of(length)["x"] - few["x"] > 30
    # The slider that an address gave one more place is the same one as before.
    expect(width).to_be_visible()
    page.get_by_role("slider", name="d_model").focus()
    page.keyboard.press("ArrowRight")
    expect(MatrixBoard(page, "pe").note).to_have_text("(50, 132)")
    expect(page.get_by_role("slider", name="d_model")).to_be_focused()


def test_quick_keys_end_at_the_last_ones_picture(visit):
    page = visit("positional_encoding?pe_d_model=16").page
    encoding = MatrixBoard(page, "pe")
    page.get_by_role("slider", name="Sequence length").focus()
    for key in ["ArrowRight"] * 12 + ["ArrowLeft"] * 5:
        page.keyboard.press(key)
    expect(page).to_have_url(re.compile("pe_seq_len=57"))
    page.wait_for_timeout(800)
    expect(encoding.note).to_have_text("(57, 16)")
    encoding.expect_values({(56, 14): math.sin(56 / 10_000 ** (14 / 16))})


def test_without_the_quick_answer_the_page_still_answers(visit):
    page = visit("positional_encoding").page
    page.route("**/answer/**", lambda route: route.fulfill(status=204))
    page.get_by_role("slider", name="Sequence length").focus()
    page.keyboard.press("ArrowRight")
    expect(MatrixBoard(page, "pe").note).to_have_text("(51, 128)")


def test_a_pinned_column_is_drawn_as_a_wave_and_tabs_keep_the_pin(visit):
    page = visit("positional_encoding").page
    legend = page.locator(".area-waves .legend")
    expect(legend).to_contain_text("dimension 40")
    MatrixBoard(page, "pe").click(24, 6)
    expect(legend).to_contain_text("dimension 6")
    page.get_by_role("button", name="Keep").click()
    expect(page).to_have_url(re.compile("pe_dimensions=0"))
    page.get_by_role("button", name="Added to a sentence").click()
    summed = MatrixBoard(page, "input")
    expect(legend).to_have_count(0)
    summed.click(1, 3)
    expect(arithmetic_title(page)).to_contain_text("Input[ dog, 3 ]")
    page.get_by_role("button", name="Waves", exact=True).click()
    expect(legend).to_contain_text("dimension 40")
    expect(page).not_to_have_url(re.compile("pe_pin"))


def test_the_properties_do_not_hold_the_heatmap_up(visit):
    page = visit("positional_encoding?pe_below=properties&pe_d_model=16").page
    page.get_by_role("slider", name="d_model").focus()
    page.keyboard.press("ArrowRight")
    expect(MatrixBoard(page, "pe").note).to_have_text("(50, 17)")
    expect(page.locator(".area-properties .note-line.bad").last).to_contain_text(
        "A shift is one linear map"
    )


WIDE = {"width": 1440, "height": 900}
PICTURES = {
    "learned": ("placed", {(4, 0): HIDDEN, (5, 3): HIDDEN}),
    "alibi": ("distance_bias", {(5, 0): -2.5, (2, 4): -1.0, (3, 3): 0.0}),
    "relative": ("buckets", {(5, 0): 3.0, (5, 4): 1.0, (0, 5): 7.0}),
}
"""A matrix of each way, with numbers that one can work out by hand."""


@pytest.mark.parametrize("language", ["en", "ko"])
def test_each_newer_way_has_its_picture_and_undo_brings_the_last_one_back(visit, language):
    text = text_of("positional_encoding", language)
    page = visit(f"positional_encoding?lang={language}", **WIDE).page
    page.get_by_role("radio", name=text("kind.later"), exact=True).click()
    expect(MatrixBoard(page, "scores").figure).to_be_visible()
    for way, (matrix, numbers) in PICTURES.items():
        page.get_by_role("radio", name=text(f"way.{way}"), exact=True).click()
        said = {at: one for at, one in numbers.items() if language == "en" or one != HIDDEN}
        MatrixBoard(page, matrix).expect_values(said)
        expect(page).to_have_url(re.compile(f"pe_way={way}"))
    page.locator("[data-move=undo]").click()
    expect(page).to_have_url(re.compile("pe_way=alibi"))
    MatrixBoard(page, "distance_bias").expect_values(PICTURES["alibi"][1])


def test_a_number_of_the_last_head_is_worked_out_and_a_link_brings_it_back(visit):
    opened = visit("positional_encoding?pe_kind=later&pe_way=alibi&pe_head=7", **WIDE)
    page = opened.page
    MatrixBoard(page, "distance_bias").click(5, 1)
    # The slope of the eighth head of eight is 2⁻⁸, and the key four positions away.
    title = "Added to the scores[ 5, 1 ] = −0.0156"
    expect(arithmetic_title(page)).to_have_text(title)
    expect(page.locator(".box")).to_contain_text("0.0039")
    opened.again()
    expect(arithmetic_title(page)).to_have_text(title)
    MatrixBoard(page, "slopes").expect_values({(0, 0): 0.5, (0, 7): 2**-8})


def test_rotary_scores_stay_while_all_positions_move(visit):
    page = visit("positional_encoding?pe_kind=later&pe_way=rotary", **WIDE).page
    scores, queries = MatrixBoard(page, "scores"), MatrixBoard(page, "queries")
    was, turned = scores.value(3, 1), queries.value(3, 0)
    page.get_by_role("button", name="Move all positions by 10", exact=True).click()
    expect(arithmetic_title(page)).to_contain_text("[ 13, 11 ]")
    scores.expect_values({(3, 1): was, (4, 2): was})
    assert queries.value(3, 0) != turned
    expect(page).to_have_url(re.compile("pe_moved_by=10"))


def test_without_positions_a_word_gets_the_same_output_in_both_orders(visit):
    page = visit("positional_encoding?pe_kind=later&pe_way=none", **WIDE).page
    output, reverse = MatrixBoard(page, "output"), MatrixBoard(page, "output_reversed")
    reverse.expect_values({(3, 1): output.value(1, 1), (2, 0): output.value(2, 0)})


@pytest.mark.parametrize("way", ["learned", "rotary", "alibi", "relative", "none"])
def test_a_newer_way_has_room_on_a_phone(visit, way):
    page = visit(f"positional_encoding?pe_kind=later&pe_way={way}", width=390, height=844).page
    assert page.evaluate("document.scrollingElement.scrollWidth") <= 390
