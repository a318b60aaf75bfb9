"""The numbers of the positional-encoding page are explained, every one of them."""

import pytest

from pages.positional_encoding.arithmetic import (
    encoding_board,
    encoding_computation,
    sum_board,
    sum_computation,
)
from pages.positional_encoding.setting import KINDS, EncodingSetting
from tests.core.explain.axes_fit import assert_axes_fit
from tests.ui.explained_numbers import assert_found_again, assert_recomputed, ends
from transformer_core.explain.computation import Cell
from transformer_core.explain.explanation import explain
from ui.explain.explanation import explanation_lines
from ui.words.language import text_of

SENTENCE = "the dog saw the cat"
SIZES = [(40, 9, 100.0), (3, 128, 10_000.0), (1, 1, 10_000.0), (300, 16, 2.0)]


def setting(kind: str, seq_len: int, d_model: int, base: float = 10_000.0) -> EncodingSetting:
    sizes = {"seq_len": seq_len, "d_model": d_model, "base": base}
    return EncodingSetting(kind=kind, sentence=SENTENCE, **sizes)


def lines_of(computation, board, cell: Cell, language: str = "en") -> list[str]:
    """The lines of a cell's arithmetic."""
    lines = explanation_lines(
        text_of("positional_encoding", language), explain(computation, cell), board
    )
    return [" ".join(span["text"] for span in spans) for _, spans in lines]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("sizes", SIZES)
def test_every_number_is_recomputed_from_its_terms(kind, sizes):
    asked = setting(kind, *sizes)
    assert_recomputed(encoding_computation(asked))
    assert_recomputed(sum_computation(asked))
    assert_recomputed(sum_computation(asked.with_values(sentence="one")))


def test_every_axis_has_a_name():
    asked = setting("sinusoidal", 40, 9)
    for computation in (encoding_computation(asked), sum_computation(asked)):
        assert_axes_fit(computation)


@pytest.mark.parametrize("kind", KINDS)
def test_every_number_is_named_and_found_again(kind):
    asked = setting(kind, 40, 9, 100.0)
    assert_found_again(encoding_computation(asked), encoding_board())
    assert_found_again(
        sum_computation(asked), sum_board(text_of("positional_encoding", "en"), asked)
    )


def test_a_wave_shows_its_angle_and_its_turns():
    computation = encoding_computation(setting("sinusoidal", 50, 128))
    made, further = lines_of(computation, encoding_board(), Cell("pe", (24, 20)))
    assert made == "sin(24 / 10000^(20 / 128)) = −0.5579"
    assert further == "divisor 4.2170 · angle 5.6913 · full turns 0.9058"


def test_the_index_is_divided_by_the_length_of_the_sentence_that_it_is_in():
    asked = setting("normalized_index", 50, 4)
    board = sum_board(text_of("positional_encoding", "en"), asked)
    assert lines_of(encoding_computation(asked), encoding_board(), Cell("pe", (2, 0))) == [
        "2 / (50 − 1) = 0.0408"
    ]
    assert lines_of(sum_computation(asked), board, Cell("encoding", (2, 0))) == [
        "2 / (5 − 1) = 0.5000"
    ]


def test_a_product_leads_to_both_positions():
    computation = encoding_computation(setting("sinusoidal", 20, 4))
    terms = explain(computation, Cell("products", (3, 8))).terms
    assert terms[1].cells == (Cell("pe", (3, 1)), Cell("pe", (8, 1)))
    assert len(terms) == 4


@pytest.mark.parametrize("language", ["en", "ko"])
def test_the_input_leads_to_a_random_embedding_that_says_so(language):
    asked = setting("sinusoidal", 50, 8)
    computation, text = sum_computation(asked), text_of("positional_encoding", language)
    board = sum_board(text, asked)
    assert ends(computation, Cell("input", (4, 3))) == {"embedding", "encoding"}
    assert lines_of(computation, board, Cell("embedding", (4, 3)), language) == [
        text("explanation.random_for", word="cat")
    ]
