"""The encoder-decoder page in a real browser."""

import re

from playwright.sync_api import expect

from tests.browser.matrix_board import MatrixBoard, wait_until_idle


def block(page, name):
    return page.locator(f'.diagram [data-id="{name}"]')


def test_a_click_opens_a_block_and_stands_in_the_address(visit):
    page = visit("encoder_decoder").page
    expect(block(page, "encoder.layers.0.self_attention")).to_have_attribute("aria-pressed", "true")
    block(page, "decoder.layers.0.cross_attention").click()
    expect(page).to_have_url(re.compile(r"ed_block=decoder\.layers\.0\.cross_attention"))
    weights = MatrixBoard(page, "weights")
    expect(weights.figure).to_be_visible()
    weights.expect_readout(0, 4, "hidden")
    page.reload()
    expect(block(page, "decoder.layers.0.cross_attention")).to_have_attribute(
        "aria-pressed", "true"
    )


def test_enter_opens_a_block_and_a_closed_layer(visit):
    page = visit("encoder_decoder").page
    block(page, "encoder.layers.1").focus()
    page.keyboard.press("Enter")
    expect(block(page, "encoder.layers.1.self_attention")).to_have_attribute("aria-pressed", "true")
    expect(block(page, "encoder.layers.0")).to_be_visible()


def test_shapes_follow_the_sentence_and_the_sizes(visit):
    page = visit("encoder_decoder").page
    arrows = page.locator(".diagram .arrow")
    expect(arrows.first).to_contain_text("(1, 5, 16)")
    layers = page.get_by_role("spinbutton", name="Layers")
    layers.fill("3")
    layers.press("Enter")
    expect(block(page, "decoder.layers.2")).to_be_visible()
    source = page.get_by_role("textbox", name="Source")
    source.fill("one two")
    source.press("Enter")
    expect(arrows.first).to_contain_text("(1, 3, 16)")


def test_pre_norm_puts_the_norm_before_the_sublayer(visit):
    page = visit("encoder_decoder").page
    expect(block(page, "encoder.layers.0.residual_1")).to_have_count(0)
    page.get_by_text("Pre-norm", exact=True).first.click()
    wait_until_idle(page)
    expect(block(page, "encoder.layers.0.residual_1")).to_be_visible()
    expect(page).to_have_url(re.compile("ed_norm=pre"))
