"""The numbers of self-attention on a sentence are explained, back to the rows of a random table."""

import pytest

from pages.self_attention.arithmetic import self_attention_board, self_attention_computation
from pages.self_attention.setting import VIEWS, SelfAttentionSetting
from tests.core.explain.axes_fit import assert_axes_fit
from tests.pages.answers import Asked
from tests.ui.explained_numbers import assert_found_again, assert_recomputed, ends
from transformer_core.explain.computation import Cell
from transformer_core.explain.explanation import explain
from ui.words.language import text_of

SENTENCE = "the cat saw the Dog"


def setting(view):
    return SelfAttentionSetting(SENTENCE, "random", view=view, seed=5)


def computation(view):
    return self_attention_computation(setting(view))


def board(view, language="en"):
    return self_attention_board(text_of("self_attention", language), setting(view))


def self_attention(language="en", **values):
    return Asked("self_attention", language, **{"source": "random", "view": "plain", **values})


@pytest.mark.parametrize("view", VIEWS)
def test_every_number_is_recomputed_from_its_terms(view):
    assert_recomputed(computation(view))


@pytest.mark.parametrize("view", VIEWS)
def test_every_axis_has_a_name(view):
    assert_axes_fit(computation(view))


@pytest.mark.parametrize("view", VIEWS)
def test_every_number_is_named_and_found_again(view):
    assert_found_again(computation(view), board(view))


@pytest.mark.parametrize("view", VIEWS)
def test_every_place_of_the_board_is_a_matrix_that_is_there(view):
    shown = {one.matrix for one in board(view).tensors.values() if one.matrix}
    there = self_attention(view=view, sentence=SENTENCE).matrices
    assert shown <= set(there)


def test_the_way_back_ends_at_the_table_and_the_weights():
    assert ends(computation("plain"), Cell("output", (1, 2))) == {"table"}
    weights = {"U_query", "U_key", "U_value"}
    assert ends(computation("weighted"), Cell("output", (1, 2))) == {"table", *weights}
    assert ends(computation("heads"), Cell("output", (1, 2))) == {"table", *weights}


@pytest.mark.parametrize("language", ["en", "ko"])
@pytest.mark.parametrize(("view", "tensor"), [("plain", "K"), ("plain", "X"), ("weighted", "X")])
def test_an_embedding_names_its_token_and_says_that_it_is_untrained(language, view, tensor):
    text, token = text_of("self_attention", language), setting(view).ids[4]
    told = explain(computation(view), Cell(tensor, (4, 2)))
    assert told.terms[0].cells == (Cell("table", (token, 2)),)
    message = board(view, language).in_words(told)
    assert text("explanation.token", token=token, word="Dog") in message
    assert text("explanation.untrained") in message


def test_without_weights_queries_keys_and_values_are_the_same_numbers():
    told = [explain(computation("plain"), Cell(name, (3, 1))) for name in "QKVX"]
    assert len({one.terms for one in told}) == 1
    names = board("plain")
    assert {names.name(one.cell) for one in told} == {"X[ the (4), 1 ]"}
    assert {names.pinned(one.cell) for one in told} == {"X.3.1"}


def test_without_weights_the_softmax_is_of_the_dot_products_themselves():
    assert computation("plain").steps["weights"].inputs == {"x": "scores"}
    assert computation("weighted").steps["weights"].inputs == {"x": "scaled"}


@pytest.mark.parametrize("word", [0, 5, 7])
def test_while_nothing_is_pinned_the_words_strongest_weight_is_explained(word):
    asked = self_attention(view="weighted", word=word)
    weights = asked.values("weights")[word]
    assert asked.explained_number == pytest.approx(float(weights.max()), abs=6e-5)
    assert asked.arithmetic.title.startswith(f"Weights[ {asked.setting.labels[word]}, ")


PINS = {
    "plain": ["X.1.2", "scores.0.3", "weights.1.1", "output.3.0"],
    "weighted": ["queries.1.2", "K.2.1", "scores.0.3", "weights.1.1", "values.7.15", "output.3.0"],
    "heads": ["queries.1.2", "keys.2.1", "scores.0.3", "weights.1.1", "values.7.15", "output.3.0"],
}
"""A cell of every matrix of a view."""


@pytest.mark.parametrize(("view", "pin"), [(view, pin) for view in PINS for pin in PINS[view]])
def test_the_pinned_number_is_explained(view, pin):
    matrix, row, col = pin.split(".")
    asked = self_attention(view=view, pin=pin)
    value = float(asked.values(matrix)[int(row), int(col)])
    assert asked.explained_number == pytest.approx(value, rel=1e-3, abs=6e-5)


@pytest.mark.parametrize("view", VIEWS)
def test_the_pins_are_of_every_matrix(view):
    pinned = {pin.split(".")[0] for pin in PINS[view]}
    assert pinned == set(self_attention(view=view).matrices) - {"embedding", "heads"}


@pytest.mark.parametrize(
    ("view", "old", "now"),
    [
        ("plain", "XT.2.1", "X.1.2"),
        ("plain", "values.7.15", "X.7.15"),
        ("weighted", "keys.2.1", "K.1.2"),
        ("heads", "keys.2.1", "keys.2.1"),
    ],
)
def test_a_pin_of_an_older_link_stands_on_its_number(view, old, now):
    asked = self_attention(view=view, pin=old)
    assert asked.normalised().state.selection.pin == now
    matrix, row, col = now.split(".")
    value = float(asked.values(matrix)[int(row), int(col)])
    assert asked.explained_number == pytest.approx(value, rel=1e-3, abs=6e-5)


def test_a_followed_term_is_pinned_where_a_matrix_shows_it():
    asked = self_attention(pin="weights.1.2").done(follow="scores@1.2", here="weights@1.2")
    assert asked.state.selection.pin == "scores.1.2"
    asked = asked.done(follow="K@2.3", here="scores@1.2")
    assert asked.state.selection.pin == "X.2.3"
    asked = asked.done(follow="table@1.3", here="K@2.3")
    assert asked.state.selection.pin == "X.2.3"
    assert asked.arithmetic.title.startswith(asked.text("notebook.table"))
