"""The steps of multi-head attention: one large, all small, and the way from number to number."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.matrix_board import MatrixBoard, arithmetic_title, box_of
from tests.browser.model_map_board import choose_preset
from ui.words.language import text_of

pytestmark = pytest.mark.thorough


def card(page: Page, name: str):
    return page.locator(".step-card", has_text=name)


@pytest.mark.always
def test_a_press_on_a_small_picture_shows_its_step_large(visit):
    opened = visit("multi_head_attention")
    page = opened.page
    expect(card(page, "3 Attend")).to_have_attribute("aria-pressed", "true")
    card(page, "4 Concatenate").click()
    expect(card(page, "4 Concatenate")).to_have_attribute("aria-pressed", "true")
    expect(card(page, "3 Attend")).to_have_attribute("aria-pressed", "false")
    expect(page.locator('figure[data-id="outputs_heads"]')).to_be_visible()
    expect(page.locator('figure[data-id="full_weights"]')).to_have_count(0)
    expect(page).to_have_url(re.compile("mh_step=concatenate"))
    opened.again()
    expect(page.locator('figure[data-id="outputs_heads"]')).to_be_visible()


@pytest.mark.parametrize("color_scheme", ["light", "dark"])
def test_every_small_picture_has_colours(visit, color_scheme):
    page = visit("multi_head_attention", color_scheme=color_scheme).page
    counts = page.locator(".step-card canvas").evaluate_all(
        """(canvases) => canvases.map((canvas) => {
            const { width, height } = canvas, pen = canvas.getContext("2d");
            const { data } = pen.getImageData(0, 0, width, height);
            return new Set(new Uint32Array(data.buffer)).size;
        })"""
    )
    assert len(counts) == 6
    assert min(counts) > 10


def test_a_term_leads_to_the_step_that_shows_it_and_back(visit):
    page = visit("multi_head_attention?mh_pin=weights.1.2").page
    expect(arithmetic_title(page)).to_contain_text("Weights · Head 1[ read, the ]")
    page.locator(".box .sum button").first.click()
    expect(arithmetic_title(page)).to_contain_text("Scaled · Head 1[ read,")
    page.locator(".box .sum button").first.click()
    page.locator(".box .sum button.query").first.click()
    expect(arithmetic_title(page)).to_contain_text("Q · Head 1[ read, 0 ]")
    page.locator(".box .sum button").first.click()
    expect(card(page, "1 Project")).to_have_attribute("aria-pressed", "true")
    expect(MatrixBoard(page, "queries").readout).to_contain_text("Q [ query read, dimension 0 ]")
    page.locator(".box .crumbs button").first.click()
    expect(card(page, "3 Attend")).to_have_attribute("aria-pressed", "true")
    expect(arithmetic_title(page)).to_contain_text("Weights · Head 1[ read, the ]")


def test_a_head_is_switched_off_and_on_again(visit):
    page = visit("multi_head_attention?mh_step=project_back").page
    switch = page.locator(".chips button", has_text="Head 2 · ")
    expect(switch).to_have_attribute("aria-pressed", "true")
    expect(page.locator('figure[data-id="lost"]')).to_have_count(0)
    switch.click()
    expect(switch).to_have_attribute("aria-pressed", "false")
    expect(page.locator('figure[data-id="lost"]')).to_be_visible()
    expect(page).to_have_url(re.compile("mh_off=1"))
    page.get_by_role("button", name="Undo").click()
    expect(switch).to_have_attribute("aria-pressed", "true")
    expect(page).not_to_have_url(re.compile("mh_off"))


def test_a_click_in_a_tile_opens_its_head(visit):
    page = visit("multi_head_attention?mh_seed=7").page
    tiles = MatrixBoard(page, "heads")
    box = box_of(tiles.cells)
    tiles.cells.click(position={"x": 0.8 * box["width"], "y": 0.8 * box["height"]})
    expect(MatrixBoard(page, "weights").figure.locator(".name")).to_have_text("Head 4")
    expect(page).to_have_url(re.compile(r"mh_pin=weights\.\d\.\d"))
    expect(page).to_have_url(re.compile("mh_head=3"))


def test_num_heads_redraws_the_heads_without_the_page(visit):
    page = visit("multi_head_attention?mh_seed=7").page
    page.locator("[class*=st-key-mh_num_heads] input").focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator(".step-card .shape").nth(3)).to_have_text("(1, 8, 6, 6)")
    expect(page).to_have_url(re.compile("mh_num_heads=8"))


@pytest.mark.parametrize("language", ["en", "ko"])
def test_grouped_heads_share_keys_and_what_a_cache_keeps_is_said_above_them(visit, language):
    text = text_of("multi_head_attention", language)
    opened = visit(f"multi_head_attention?lang={language}", width=1440, height=900)
    page = opened.page
    choose_preset(page, text("presets.grouped"))
    expect(page).to_have_url(re.compile("mh_kv_heads=2"))
    saved = page.get_by_text(re.compile("2 · 2 · 4 = ")).first
    for step in ("split", "project", "attend"):
        card(page, text(f"step.{step}")).click()
        expect(page).to_have_url(re.compile(f"mh_step={step}" if step != "attend" else "mh_kv"))
        picture = page.locator(".board canvas").first
        expect(saved).to_be_visible()
        assert 0 < box_of(saved)["y"] < box_of(picture)["y"] < 900, step
    opened.again()
    expect(saved).to_be_visible()
    page.get_by_role("button", name=text("try.own_keys"), exact=True).click()
    expect(page.get_by_text(re.compile("2 · 2 · 4 = "))).to_have_count(0)
    page.locator("[data-move=undo]").click()
    expect(saved).to_be_visible()


def test_heads_of_a_group_have_the_same_keys_and_their_own_queries(visit):
    address = "multi_head_attention?mh_source=random&mh_kv_heads=2&mh_step=split&mh_head={}"
    page = visit(address.format(0), width=1440, height=900).page
    keys, queries = MatrixBoard(page, "K").value(2, 1), MatrixBoard(page, "Q").value(2, 1)
    page = visit(address.format(1) + "&mh_pin=K.2.1", width=1440, height=900).page
    MatrixBoard(page, "K").expect_values({(2, 1): keys})
    assert MatrixBoard(page, "Q").value(2, 1) != queries
    expect(arithmetic_title(page)).to_contain_text("K · Head 2")
