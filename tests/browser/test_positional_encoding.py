"""The positional-encoding page under a person's hands."""

import math
import re

from playwright.sync_api import expect

from tests.browser.matrix_board import MatrixBoard


def test_a_slider_moved_by_key_changes_the_picture(visit):
    page = visit("positional_encoding").page
    encoding = MatrixBoard(page, "pe")
    expect(encoding.note).to_have_text("(50, 128)")
    drawn = encoding.drawn_at()
    page.get_by_role("slider", name="d_model").focus()
    page.keyboard.press("ArrowRight")
    expect(encoding.note).to_have_text("(50, 129)")
    expect(encoding.cells).to_have_attribute("aria-label", re.compile("129 columns"))
    assert encoding.drawn_at() > drawn
    encoding.expect_values({(49, 128): math.sin(49 / 10_000 ** (128 / 129))})


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
