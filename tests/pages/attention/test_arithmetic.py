"""What is said of the numbers of one attention."""

import pytest
import torch

from pages.attention.arithmetic import setting_computation
from pages.attention.setting import MASKS, SOURCES
from tests.core.explain.axes_fit import assert_axes_fit
from tests.pages.answers import Asked
from transformer_core import attention, generator, look_ahead_mask
from transformer_core.explain.attention_provenance import attention_computation
from transformer_core.explain.computation import Cell
from transformer_core.explain.explanation import explain
from ui.explain.attention import attention_board, strongest_weight
from ui.explain.equation import LARGEST_TERMS
from ui.explain.explanation import explanation_lines
from ui.words.language import text_of

WORDS = ["I", "am", "here"]


def computation(d_k: int = 4, *, hidden: bool = False):
    draw = generator(1)
    Q, K, V = (torch.randn(3, d_k, generator=draw) for _ in range(3))
    mask = look_ahead_mask(3)
    mask[2] = hidden
    return attention_computation(Q, K, V, attention(Q, K, V, mask), mask, d_k**-0.5)


def told(cell: Cell, language: str = "en", **sizes) -> str:
    """All lines of a cell's arithmetic as one text."""
    text = text_of("attention", language)
    board = attention_board(text, WORDS, WORDS)
    lines = explanation_lines(text, explain(computation(**sizes), cell), board)
    return "\n".join(" ".join(span["text"] for span in spans) for _, spans in lines)


@pytest.mark.parametrize("source", SOURCES)
@pytest.mark.parametrize("mask", MASKS)
def test_every_axis_has_a_name(source, mask):
    assert_axes_fit(setting_computation(Asked("attention", source=source, mask=mask).setting))


def test_a_score_shows_every_product_and_leads_to_both_factors():
    text, board = (
        text_of("attention", "en"),
        attention_board(text_of("attention", "en"), WORDS, WORDS),
    )
    (_, spans), *_ = explanation_lines(text, explain(computation(), Cell("scores", (2, 1))), board)
    leads = [span["to"] for span in spans if span["to"]]
    assert leads == [f"{name}@{row}.{d}" for d in range(4) for name, row in (("Q", 2), ("K", 1))]
    assert [span["role"] for span in spans if span["to"]] == ["query", "key"] * 4


@pytest.mark.parametrize("language", ["en", "ko"])
def test_a_long_sum_shows_its_largest_terms_and_the_rest(language):
    shown = told(Cell("scores", (0, 0)), language, d_k=64)
    assert shown.count("·") == LARGEST_TERMS
    assert str(64 - LARGEST_TERMS) in shown


def test_a_weight_says_what_it_means():
    assert "of the value of “am” goes into the output of “am”" in told(Cell("weights", (1, 1)))


def test_without_words_a_weight_says_that_its_numbers_are_a_key_and_a_query():
    text = text_of("attention", "en")
    board = attention_board(text, ["0", "1", "2"], ["0", "1", "2"])
    weight = explain(computation(), Cell("weights", (2, 1)))
    assert "of the value of key 1 goes into the output of query 2" in board.in_words(weight)


def test_a_hidden_key_and_an_empty_row_are_explained():
    text = text_of("attention", "en")
    assert text("arithmetic.hidden_cell") in told(Cell("weights", (0, 2)))
    assert text("arithmetic.empty_row") in told(Cell("weights", (2, 2)), hidden=True)
    assert text("arithmetic.empty_row") in told(Cell("output", (2, 0)), hidden=True)


def test_a_weighted_sum_begins_with_the_largest_contribution():
    text, board = (
        text_of("attention", "en"),
        attention_board(text_of("attention", "en"), WORDS, WORDS),
    )
    explanation = explain(computation(), Cell("output", (1, 0)))
    (_, spans), *_ = explanation_lines(text, explanation, board)
    first = max(explanation.terms, key=lambda term: abs(term.value))
    assert spans[0]["to"] == f"weights@1.{first.cells[0].index[1]}"


def test_the_place_of_a_key_is_turned_as_the_matrix_shows_it():
    board = attention_board(text_of("attention", "en"), WORDS, WORDS)
    assert board.pinned(Cell("K", (2, 1))) == "K.1.2"
    assert board.name(Cell("K", (2, 1))) == "K[ here, 1 ]"


def test_the_strongest_weight_comes_first():
    found = strongest_weight(computation())
    assert computation().value(found) == torch.max(computation().tensors["weights"])
