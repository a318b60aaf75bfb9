"""The learning-rate page under a person's hands."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.matrix_board import arithmetic_title, box_of
from tests.browser.model_map_board import choose_preset
from ui.words.language import text_of

pytestmark = pytest.mark.thorough


@pytest.mark.always
def test_a_number_moves_the_curve_and_its_arithmetic(visit):
    page = visit("learning_rate").page
    page.get_by_role("spinbutton", name="Chosen step").fill("1000")
    page.keyboard.press("Enter")
    expect(arithmetic_title(page)).to_have_text("learning rate[ 1,000 ] = 1.747 × 10⁻⁴")
    expect(page).to_have_url(re.compile("lr_step=1000"))


def test_a_click_on_the_curve_chooses_its_step(visit):
    page = visit("learning_rate").page
    plot = page.locator("[data-workbench=curve] .nsewdrag").first
    box = box_of(plot)
    # The peak of the paper's curve is at step 4,000, near the top.
    left, top = box["x"] + box["width"] * 4_000 / 102_000, box["y"] + box["height"] * 0.06
    page.mouse.move(left, top)
    page.mouse.click(left, top)
    expect(page).not_to_have_url(re.compile("lr_step=20000"))
    expect(page).to_have_url(re.compile(r"lr_step=\d+"))


def test_a_click_beside_the_curve_chooses_the_step_below_it(visit):
    page = visit("learning_rate").page
    expect(page.locator("[data-workbench=curve] .nsewdrag")).to_be_visible()
    box = box_of(page.locator("[data-workbench=curve] .nsewdrag").first)
    # Far above the falling curve
    page.mouse.click(box["x"] + box["width"] * 50_000 / 102_000, box["y"] + box["height"] * 0.1)
    expect(page).to_have_url(re.compile(r"lr_step=(49|50)\d{3}\b"))


# At step 52,000, halfway from the warm-up's end to step 100,000.
HALFWAY = {
    "constant": "6.988",
    "linear": "3.494",
    "cosine": "3.494",
    "stable_decay": "6.988",
}


@pytest.mark.parametrize("language", ["en", "ko"])
def test_each_shape_since_the_paper_has_its_rate_and_undo_and_a_link_bring_it_back(visit, language):
    text = text_of("learning_rate", language)
    opened = visit(f"learning_rate?lang={language}&lr_step=52000", width=1440, height=900)
    page = opened.page
    for shape, rate in HALFWAY.items():
        choose_preset(page, text(f"presets.{shape}"))
        expect(arithmetic_title(page)).to_contain_text(f"= {rate} × 10⁻⁴")
        expect(page).to_have_url(re.compile(f"lr_shape={shape}"))
    page.locator("[data-move=undo]").click()
    expect(page).to_have_url(re.compile("lr_shape=cosine"))
    expect(arithmetic_title(page)).to_contain_text("= 3.494 × 10⁻⁴")
    opened.again()
    expect(arithmetic_title(page)).to_contain_text("= 3.494 × 10⁻⁴")


def test_adamw_has_the_arithmetic_of_the_update_that_is_chosen(visit):
    page = visit("learning_rate?lr_shows=weight&lr_weight=0.5", width=1440, height=900).page
    title = arithmetic_title(page)
    expect(title).to_contain_text("weight[ 100 ]")
    before = title.inner_text()
    page.get_by_role("radio", name="Adam, decay in the gradient", exact=True).click()
    expect(title).not_to_have_text(before)
    expect(page).to_have_url(re.compile("lr_rule=l2"))
    page.get_by_role("spinbutton", name="Update", exact=True).fill("1")
    page.keyboard.press("Enter")
    expect(title).to_contain_text("weight[ 1 ]")
