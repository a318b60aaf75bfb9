"""What hiding each word changes is said where it is seen."""

import pytest

from tests.browser.heads import SMALL, USUAL
from tests.browser.matrix_board import box_of


@pytest.mark.parametrize(("size", "question"), [(SMALL, ""), (USUAL, "?al_ask=sink")])
def test_the_sentence_is_in_the_window_with_the_words_that_it_compares(visit, size, question):
    width, height = size
    page = visit(f"attention_limits{question}", width=width, height=height, is_still=True).page
    box = box_of(page.locator("#picture .note-line.info").first)
    assert box["y"] + box["height"] / 2 < height
