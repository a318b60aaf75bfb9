"""What somebody hears who does not see the page: names, headings, tables."""

import re

import numpy as np
import pytest
from playwright.sync_api import Page, expect

from tests.browser.matrix_board import MatrixBoard, wait_until_idle
from tests.pages.answers import Asked
from ui.explain.arithmetic.numbers import read_back

pytestmark = pytest.mark.thorough

LOOKS = """(one) => {
    const { borderColor, borderWidth, backgroundColor, outlineStyle } = getComputedStyle(one);
    return [borderColor, borderWidth, backgroundColor, outlineStyle].join();
}"""
MOVING = """() => document.getAnimations().filter(
    ({ playState, effect, timeline }) =>
        playState === "running" && timeline === document.timeline
            && effect.target?.closest?.(".workbench")
).length"""


def numbers_in(page: Page) -> np.ndarray:
    rows = page.locator(".tables:not([hidden]) tbody tr").all()
    return np.array(
        [[read_back(cell) for cell in row.locator("td").all_inner_texts()] for row in rows]
    )


def test_every_matrix_of_a_board_is_read_as_a_table(visit):
    page = visit("attention").page
    asked = Asked("attention")
    page.locator(".as-table").first.click()
    chooser = page.locator(".tables:not([hidden]) select")
    names = {one.name or one.id: one.values for one in asked.matrices.values()}
    assert chooser.locator("option").all_inner_texts() == list(names)
    for name, values in names.items():
        chooser.select_option(label=name)
        assert np.allclose(numbers_in(page), np.asarray(values), rtol=1e-3, atol=5e-5), name
    chooser.select_option(label="Q")
    heads = page.locator(".tables:not([hidden]) th")
    assert heads.all_inner_texts() == ["d_k 0", "d_k 1", "d_k 2", "query 0", "query 1", "query 2"]
    assert [one.get_attribute("scope") for one in heads.all()] == ["col"] * 3 + ["row"] * 3


def test_a_table_follows_what_is_changed(visit):
    page = visit("attention").page
    page.locator(".as-table").first.click()
    MatrixBoard(page, "Q").click(0, 2)
    page.keyboard.type("0.5")
    page.keyboard.press("Enter")
    expect(page.locator(".tables:not([hidden]) tbody tr").first).to_have_text(re.compile("0.5000$"))
    page.locator(".as-table").first.click()
    expect(page.locator(".tables table")).to_have_count(0)


def test_the_rows_of_a_large_matrix_are_read_a_few_at_a_time(visit):
    page = visit("positional_encoding").page
    values = Asked("positional_encoding").values("pe").numpy()
    page.locator(".as-table").first.click()
    caption = page.locator(".tables caption").first
    expect(caption).to_have_text("PE (rows 1–4 of 50)")
    assert np.allclose(numbers_in(page), values[:4], atol=5e-5)
    page.get_by_role("button", name="Next").click()
    expect(caption).to_have_text("PE (rows 5–8 of 50)")
    assert np.allclose(numbers_in(page), values[4:8], atol=5e-5)
    page.get_by_role("button", name="Previous").click()
    expect(page.get_by_role("button", name="Previous")).to_be_disabled()
    # Opened again, it stands where the pin is.
    page.locator(".as-table").first.click()
    page.locator('figure[data-id="pe"] canvas.overlay').focus()
    page.keyboard.press("Control+End")
    page.locator(".as-table").first.click()
    expect(caption).to_have_text("PE (rows 49–50 of 50)")


def test_each_head_of_many_is_a_table_of_its_own(visit):
    page = visit("your_sentence").page
    page.locator(".area-heads .as-table").click()
    options = page.locator(".area-heads .tables select option").all_inner_texts()
    assert len(set(options)) == 8
    page.locator(".area-heads .tables select").select_option(index=3)
    rows = numbers_in(page)
    assert np.allclose(rows.sum(axis=1), 1, atol=1e-3)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_forced_colours_keep_what_is_chosen_visible(visit, theme: str):
    page = visit("positional_encoding").page
    page.emulate_media(forced_colors="active", color_scheme=theme)
    wait_until_idle(page)
    chosen = page.locator('.chip[aria-pressed="true"]').first
    other = page.locator('.chip[aria-pressed="false"]').first
    assert chosen.evaluate(LOOKS) != other.evaluate(LOOKS)
    strip = page.locator(".bar .strip").first
    assert strip.evaluate("(one) => getComputedStyle(one).forcedColorAdjust") == "none"


def test_who_wants_no_motion_gets_none(visit):
    page = visit("attention", is_still=True).page
    MatrixBoard(page, "Q").click(0, 2)
    page.keyboard.type("0.5")
    page.keyboard.press("Enter")
    expect(page.locator(".board .live").first).to_have_text(re.compile("0.5000$"))
    page.wait_for_timeout(150)
    assert page.locator(".glow").count() == 0
    assert page.evaluate(MOVING) == 0
