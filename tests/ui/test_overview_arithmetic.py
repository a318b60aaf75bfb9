"""The numbers of the overview are explained, back to embedding and position."""

import pytest

from tests.ui.explained_numbers import assert_found_again, assert_recomputed, ends
from transformer_core import attention
from transformer_core.computation import Cell
from transformer_core.explanation import explain
from ui.encoding_setting import EncodingSetting, embedded_input
from ui.language import text_of
from ui.overview_arithmetic import overview_board, overview_computation

WORDS = ["a", "cat", "a"]
SETTING = EncodingSetting("sinusoidal", len(WORDS), 16, 10_000.0)


def computation():
    parts = embedded_input(WORDS, SETTING, 3)
    return overview_computation(SETTING, parts, attention(parts[2], parts[2], parts[2]))


def test_every_number_is_recomputed_from_its_terms():
    assert_recomputed(computation())


def test_every_number_is_named_and_found_again():
    assert_found_again(computation(), overview_board(text_of("overview", "en"), WORDS))


def test_the_way_back_ends_at_random_embeddings_and_positions():
    assert ends(computation(), Cell("output", (2, 5))) == {"embedding", "encoding"}


@pytest.mark.parametrize("language", ["en", "ko"])
def test_an_embedding_says_that_it_is_random(language):
    text = text_of("overview", language)
    told = explain(computation(), Cell("embedding", (1, 0)))
    said = overview_board(text, WORDS).means(told)
    assert said == text("explanation.random_for", word="cat")
