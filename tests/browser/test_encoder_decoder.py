"""The encoder-decoder page in a real browser: the map of a model of one's own sizes."""

import re
from urllib.parse import parse_qsl

import pytest
from playwright.sync_api import expect

from pages.encoder_decoder.answer import PAGE
from pages.encoder_decoder.setting import EncoderDecoderSetting
from pages.encoder_decoder.sizes import PRESETS
from tests.browser.matrix_board import arithmetic_title, wait_until_idle
from tests.browser.model_map_board import ModelMapBoard, choose_preset
from ui.explain.trail import read_cell
from ui.state.address import read_state
from ui.words.language import text_of

pytestmark = pytest.mark.thorough

OLD = "ed_block=decoder.layers.0.cross_attention&ed_head=2&ed_pin=weights.1.2"


def setting(**values):
    return EncoderDecoderSetting.default(text_of("encoder_decoder", "en")).with_values(**values)


def computation(**values):
    one = setting(**values)
    return one.forward.computation(one.label_smoothing)


@pytest.mark.always
def test_a_click_pins_a_number_and_stands_in_the_address(visit):
    opened = visit("encoder_decoder", width=1440)
    page = opened.page
    board, cell = ModelMapBoard(page), "decoder.layers.0.cross_attention.weights@1.2.0"
    board.fly_to(cell, 0.8)
    board.click(cell)
    expect(page).to_have_url(re.compile(r"ed_pin=decoder\.layers\.0\.cross_attention\.weights@1"))
    title = arithmetic_title(page).inner_text()
    opened.again()
    expect(arithmetic_title(page)).to_have_text(title)
    made = computation()
    assert board.value(cell) == made.value(read_cell(made, cell))


def test_an_address_from_before_the_map_pins_the_same_number(visit):
    page = visit(f"encoder_decoder?{OLD}", width=1440).page
    asked = read_state(
        EncoderDecoderSetting, text_of("encoder_decoder", "en"), dict(parse_qsl(OLD))
    )
    pin = PAGE.opened(asked).selection.pin
    assert pin == "decoder.layers.0.cross_attention.weights@1.1.2"
    expect(ModelMapBoard(page).readout).to_contain_text("head 2 · Weights[ je, a ]")


def test_shapes_follow_the_sentence_and_the_sizes(visit):
    page = visit("encoder_decoder", width=1440).page
    board = ModelMapBoard(page)
    board.node.get_by_text("All steps as a list").click()
    queries = board.node.locator(".outline .steps button").filter(has_text="Q (").first
    expect(queries).to_have_text("Q (2, 5, 8) · 272 parameters")
    source = page.get_by_role("textbox", name="Source")
    source.fill("I am")
    source.press("Enter")
    expect(queries).to_have_text("Q (2, 3, 8) · 272 parameters")


@pytest.mark.parametrize("norm", ["post", "pre"])
def test_the_norm_stands_where_it_is_computed(visit, norm):
    board = ModelMapBoard(visit(f"encoder_decoder?ed_norm={norm}", width=1440).page)
    cells = [f"encoder.layers.1.{name}@0.0" for name in ("normed_1", "residual_1")]
    normed, summed = (board.box(cell)["x"] for cell in cells)
    assert (normed < summed) == (norm == "pre")


def test_the_papers_base_model_opens_and_shows_its_numbers(visit):
    page = visit("encoder_decoder", width=1440, is_still=True).page
    board = ModelMapBoard(page)
    choose_preset(page, "Paper, base")
    cell = "encoder.layers.5.feed_forward.hidden@2.1500"
    expect(page.locator(".stMain")).to_contain_text("63,082,496 parameters")
    board.fly_to(cell, 1)
    page.wait_for_function(
        "cell => document.querySelector('[data-workbench=map]').cellValue(cell) !== undefined",
        arg=cell,
    )
    sizes = setting().of(PRESETS["paper_base"])
    tensors = sizes.forward.computation(sizes.label_smoothing).tensors
    value = float(tensors["encoder.layers.5.feed_forward.hidden"][2, 1500])
    assert board.value(cell) == pytest.approx(value, rel=1e-4, abs=1e-6)


def test_a_question_scrolls_to_its_answer_and_a_token_there_explains_itself(visit):
    page = visit("encoder_decoder", width=1280, height=720).page
    rows = page.locator(".token-rows")
    choose_preset(page, "All at once or one by one?")
    expect(rows).to_be_in_viewport(ratio=1)
    expect(rows.get_by_role("button", pressed=True)).to_have_count(1)
    own = rows.locator("tr").last.get_by_role("button").nth(1)
    expect(own).to_contain_text("étudiant")
    own.click()
    expect(own).to_have_attribute("aria-pressed", "true")
    expect(page).to_have_url(re.compile("ed_reads=own"))
    expect(page.locator(".area-below .box .heading code")).to_contain_text("[ suis, étudiant ]")
    expect(ModelMapBoard(page).node).to_contain_text("étudiant")
    wait_until_idle(page)


@pytest.mark.parametrize(("width", "height"), [(1440, 900), (1280, 720)])
@pytest.mark.parametrize("query", ["ed_below=loss", "ed_below=inference&ed_steps=7"])
def test_control_picture_and_arithmetic_of_a_tab_fit_one_window(visit, query, width, height):
    page = visit(f"encoder_decoder?{query}", width=width, height=height).page
    below = page.locator(".area-below")
    expect(below.locator(".token-rows")).to_be_visible()
    expect(below.locator(".box").first).to_be_visible()
    assert below.bounding_box()["height"] <= height - 56
    rows = below.locator(".token-rows")
    assert rows.evaluate("node => node.scrollWidth <= node.clientWidth")


def test_rows_of_tokens_scroll_by_themselves_on_a_phone(visit):
    page = visit("encoder_decoder?ed_below=loss&ed_padding=4", width=390, height=844).page
    rows = page.locator(".token-rows")
    expect(rows).to_have_attribute("tabindex", "0")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert rows.bounding_box()["width"] <= 390


def test_what_is_too_large_is_counted(visit):
    page = visit("encoder_decoder", width=1440).page
    choose_preset(page, "Paper, big")
    expect(page.locator(".stMain")).to_contain_text("too large for this page to compute")
    expect(page.locator("[data-workbench=map]")).to_have_count(0)
    choose_preset(page, "Tiny")
    expect(page.locator("[data-workbench=map]")).to_be_visible()
    wait_until_idle(page)


@pytest.mark.parametrize("language", ["en", "ko"])
def test_the_token_that_is_dropped_is_seen_beside_much_padding(visit, language):
    address = f"encoder_decoder?v=4&lang={language}&ed_below=loss&ed_padding=4"
    page = visit(address, width=1280, height=720).page
    rows = page.locator(".token-rows").first
    expect(rows.locator(".dropped").first).to_be_attached()
    assert rows.evaluate("(node) => node.scrollWidth - node.clientWidth") <= 1
