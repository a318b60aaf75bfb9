"""The numbers of self-attention on a sentence are explained, back to the rows of a random table."""

import pytest

from pages.self_attention.arithmetic import (
    Embedded,
    plain_computation,
    self_attention_board,
    weighted_computation,
)
from tests.ui.explained_numbers import assert_found_again, assert_recomputed, ends
from transformer_core import (
    plain_self_attention,
    random_embedding,
    random_self_attention_weights,
    weighted_self_attention,
    word_ids,
)
from transformer_core.explain.computation import Cell
from transformer_core.explain.explanation import explain
from ui.shell.language import text_of

WORDS = ["the", "cat", "saw", "the", "Dog"]
IDS = word_ids(WORDS)
D = 6
EMBEDDED = Embedded(WORDS, IDS, random_embedding(10, D, 5))


def computation(view: str):
    if view == "plain":
        return plain_computation(EMBEDDED, plain_self_attention(EMBEDDED.vectors))
    weights = random_self_attention_weights(D, 5)
    return weighted_computation(
        EMBEDDED, weights, weighted_self_attention(EMBEDDED.vectors, weights)
    )


@pytest.mark.parametrize("view", ["plain", "weighted"])
def test_every_number_is_recomputed_from_its_terms(view):
    assert_recomputed(computation(view))


@pytest.mark.parametrize("view", ["plain", "weighted", "heads"])
def test_every_number_is_named_and_found_again(view):
    board = self_attention_board(text_of("self_attention", "en"), WORDS, view)
    assert_found_again(computation(view), board)


def test_the_way_back_ends_at_the_table_and_the_weights():
    assert ends(computation("plain"), Cell("output", (1, 2))) == {"table"}
    weights = {"U_query", "U_key", "U_value"}
    assert ends(computation("weighted"), Cell("output", (1, 2))) == {"table", *weights}


@pytest.mark.parametrize("language", ["en", "ko"])
@pytest.mark.parametrize(("view", "tensor"), [("plain", "K"), ("plain", "X"), ("weighted", "X")])
def test_an_embedding_names_its_token_and_says_that_it_is_untrained(language, view, tensor):
    text = text_of("self_attention", language)
    board = self_attention_board(text, WORDS, view)
    told = explain(computation(view), Cell(tensor, (4, 2)))
    assert told.terms[0].cells == (Cell("table", (IDS[4], 2)),)
    assert text("explanation.token", token=IDS[4], word="Dog") in board.means(told)
    assert text("explanation.untrained") in board.means(told)


def test_without_weights_queries_keys_and_values_are_the_same_numbers():
    told = [explain(computation("plain"), Cell(name, (3, 1))) for name in "QKVX"]
    assert len({one.terms for one in told}) == 1
    board = self_attention_board(text_of("self_attention", "en"), WORDS, "plain")
    assert {board.name(one.cell) for one in told} == {"X[ the, 1 ]"}
