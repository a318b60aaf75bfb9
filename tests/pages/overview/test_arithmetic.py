"""The numbers of the overview are explained, back to embedding, position and weights."""

import pytest

from pages.overview.arithmetic import overview_board, overview_computation
from pages.overview.setting import OverviewSetting
from tests.ui.explained_numbers import assert_found_again, assert_recomputed, ends
from transformer_core.explain.computation import Cell
from transformer_core.explain.explanation import explain
from ui.shell.language import text_of

SETTING = OverviewSetting(("a", "cat", "a"), 3)
COMPUTATION = overview_computation(SETTING)


def test_every_number_is_recomputed_from_its_terms():
    assert_recomputed(COMPUTATION)


def test_every_number_is_named_and_found_again():
    assert_found_again(COMPUTATION, overview_board(text_of("overview", "en"), SETTING))


def test_the_way_back_ends_at_random_embeddings_positions_and_weights():
    ends_at = ends(COMPUTATION, Cell("output", (2, 5)))
    assert ends_at == {"embedding", "encoding", "W_Q", "W_K", "W_V"}


@pytest.mark.parametrize("language", ["en", "ko"])
def test_an_embedding_says_that_it_is_random(language):
    text = text_of("overview", language)
    board = overview_board(text, SETTING)
    said = board.means(explain(COMPUTATION, Cell("embedding", (1, 0))))
    assert said == text("explanation.random_for", word="cat")
    assert board.means(explain(COMPUTATION, Cell("W_K", (0, 0)))) == text("explanation.untrained")


def test_equal_words_are_told_apart():
    board = overview_board(text_of("overview", "en"), SETTING)
    assert board.name(Cell("weights", (0, 2))) == "Weights[ a (1), a (3) ]"
