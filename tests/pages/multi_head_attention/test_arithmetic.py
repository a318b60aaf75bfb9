"""The numbers of the multi-head page are explained, every one of them."""

import pytest

from pages.multi_head_attention.arithmetic import multi_head_board, multi_head_computation
from pages.multi_head_attention.setting import MultiHeadRun, MultiHeadSetting
from tests.ui.explained_numbers import assert_found_again, assert_recomputed
from transformer_core.explain.computation import Cell
from transformer_core.explain.explanation import explain
from ui.shell.language import text_of

WORDS = ("she", "read", "the", "book")
SETTINGS = [
    MultiHeadSetting(WORDS, 16, 4, 3),
    MultiHeadSetting(WORDS, 8, 2, 1, "look_ahead", off=frozenset({1})),
    MultiHeadSetting(WORDS, 8, 1, 1, "padding", 4),
]


class _Page:
    def __init__(self, language="en"):
        self.text = text_of("multi_head_attention", language)


@pytest.mark.parametrize("setting", SETTINGS)
def test_every_number_is_recomputed_from_its_terms(setting):
    assert_recomputed(multi_head_computation(MultiHeadRun(setting)))


@pytest.mark.parametrize("setting", SETTINGS)
def test_every_shown_number_is_named_and_found_again(setting):
    run = MultiHeadRun(setting)
    assert_found_again(multi_head_computation(run), multi_head_board(_Page(), run, 0))


@pytest.mark.parametrize("language", ["en", "ko"])
def test_embeddings_and_weights_say_that_they_are_random(language):
    run = MultiHeadRun(SETTINGS[0])
    computation, board = multi_head_computation(run), multi_head_board(_Page(language), run, 0)
    text = _Page(language).text
    of_read = board.means(explain(computation, Cell("embedding", (1, 5))))
    assert of_read == text("explanation.random_for", word="read")
    of_weight = board.means(explain(computation, Cell("w_q.weight", (0, 0))))
    assert of_weight == text("explanation.untrained")
