"""The numbers of the multi-head page are explained, every one of them."""

import pytest

from pages.multi_head_attention.arithmetic import (
    WORTH,
    multi_head_board,
    multi_head_computation,
)
from pages.multi_head_attention.run import run_of
from pages.multi_head_attention.setting import STEPS, MultiHeadSetting
from pages.translator.trained_attention import KINDS
from tests.core.explain.axes_fit import assert_axes_fit
from tests.pages.answers import Asked
from tests.ui.explained_numbers import assert_found_again, assert_recomputed
from transformer_core.explain.computation import Cell
from transformer_core.explain.explanation import explain
from ui.words.language import text_of

PINS = [
    "weights.0.1",
    "full_weights.1.0",
    "scores.2.3",
    "output.1.1",
    "Q.0.0",
    "K.3.1",
    "V.5.3",
    "queries.1.15",
    "keys.0.9",
    "values.5.0",
    "projected.1.2",
    "all.0.0",
    "without.0.0",
    "lost.5.15",
    "concatenated.0.0",
    "W_O.3.3",
    "W_Q.15.2",
    "embedding.0.0",
    "encoding.1.3",
    "X.1.3",
]
"""A cell of every matrix that has cells to pin."""
WORDS = "she read the book"
SETTINGS = [
    MultiHeadSetting(WORDS, 3, source="random"),
    MultiHeadSetting(
        WORDS, 1, 8, 2, "look_ahead", off=frozenset({1}), source="random", dropout=0.4
    ),
    MultiHeadSetting(WORDS, 1, 8, 1, "padding", 4, source="random"),
    *(MultiHeadSetting(WORDS, kind=kind, off=frozenset({2})) for kind in KINDS),
]


def multi_head(language="en", **values):
    start = {"source": "random", "sentence": "she read the book he wrote"}
    return Asked("multi_head_attention", language, **start | values)


def board_of(setting, language="en"):
    return multi_head_board(text_of("multi_head_attention", language), setting, run_of(setting))


@pytest.mark.parametrize("setting", SETTINGS)
def test_every_number_is_recomputed_from_its_terms(setting):
    assert_recomputed(multi_head_computation(run_of(setting)))


@pytest.mark.parametrize("setting", SETTINGS)
def test_every_axis_has_a_name(setting):
    assert_axes_fit(multi_head_computation(run_of(setting)))


@pytest.mark.parametrize("setting", SETTINGS)
def test_every_shown_number_is_named_and_found_again(setting):
    assert_found_again(multi_head_computation(run_of(setting)), board_of(setting))


@pytest.mark.parametrize("language", ["en", "ko"])
def test_embeddings_and_weights_say_that_they_are_random(language):
    setting, text = SETTINGS[0], text_of("multi_head_attention", language)
    computation, board = multi_head_computation(run_of(setting)), board_of(setting, language)
    of_read = board.in_words(explain(computation, Cell("embedding", (1, 5))))
    assert of_read == text("explanation.random_for", word="read")
    of_weight = board.in_words(explain(computation, Cell("w_q.weight", (0, 0))))
    assert of_weight == text("explanation.untrained")


@pytest.mark.parametrize("pin", PINS)
def test_the_pinned_number_is_explained(pin):
    matrix, *cell = pin.split(".")
    asked = multi_head(off=frozenset({1}))
    opened = asked.done(pin=pin).normalised()
    value = float(opened.values(matrix)[tuple(map(int, cell))])
    assert opened.explained_number == pytest.approx(value, rel=1e-3, abs=6e-5)


@pytest.mark.parametrize("pin", PINS)
@pytest.mark.parametrize("off", [frozenset(), frozenset({0, 1, 2, 3})])
def test_a_pin_that_nothing_shows_does_no_harm(pin, off):
    for language in ("en", "ko"):
        assert multi_head(language, pin=pin, off=off).arithmetic.title
        assert multi_head(language, pin=pin, d_model=64, num_heads=64).arithmetic.title


@pytest.mark.parametrize("step", STEPS)
def test_each_step_explains_the_largest_of_its_own_numbers(step):
    asked = multi_head(step=step)
    computation = multi_head_computation(run_of(asked.setting))
    values = computation.tensors[WORTH[step]]
    values = values[0] if values.dim() == 3 else values
    largest = values.flatten()[values.abs().argmax()]
    assert asked.explained_number == pytest.approx(float(largest), abs=6e-5)


@pytest.mark.parametrize("language", ["en", "ko"])
@pytest.mark.parametrize("pin", ["W_Q.0.1", "W_K.5.0", "embedding.1.3"])
def test_an_edited_number_says_that_it_was_set_by_hand(language, pin):
    edits = {("W_Q", 0, 1): 1.5, ("W_K", 5, 0): -3.0, ("embedding", 1, 3): 2.0}
    asked = multi_head(language, pin=pin, edits=edits)
    assert asked.text("change.by_hand") in asked.lines.values()
    asked = multi_head(language, pin=pin)
    assert asked.text("change.by_hand") not in asked.lines.values()


def test_an_output_number_is_the_sum_of_what_its_heads_add():
    asked = multi_head(pin="projected.1.2", step="project_back", off=frozenset({2}))
    chart = asked.arithmetic.charts[-1]
    assert chart["title"] == asked.text("from_heads")
    assert [row["label"] for row in chart["rows"]] == ["Head 1", "Head 2", "Head 4"]
    total = sum(row["value"] for row in chart["rows"])
    assert total == pytest.approx(float(asked.values("projected")[1, 2]), abs=1e-5)
