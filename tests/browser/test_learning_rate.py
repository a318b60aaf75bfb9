"""The learning-rate page under a person's hands."""

import re

from playwright.sync_api import expect

from tests.browser.matrix_board import arithmetic_title, box_of


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
