"""The positional-encoding page under a person's hands."""

import math
import re

import pytest
from playwright.sync_api import expect

from tests.browser.matrix_board import MatrixBoard, arithmetic_title, box_of
from tests.browser.model_map_board import choose_preset


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


@pytest.mark.thorough
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
