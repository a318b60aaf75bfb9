"""The masks page under a person's hands."""

import re

from playwright.sync_api import expect

from tests.browser.matrix_board import HIDDEN, MatrixBoard, arithmetic_title


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
