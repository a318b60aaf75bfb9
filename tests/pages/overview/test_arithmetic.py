"""The numbers of the overview are explained, back to embedding, position and weights."""

import pytest

from pages.overview.arithmetic import overview_board, overview_computation
from pages.overview.setting import OverviewSetting
from tests.core.explain.axes_fit import assert_axes_fit
from tests.pages.answers import Asked
from tests.ui.explained_numbers import assert_found_again, assert_recomputed, ends
from transformer_core.explain.computation import Cell
from transformer_core.explain.explanation import explain
from ui.shell.language import text_of

SETTING = OverviewSetting("a cat a", 3)
COMPUTATION = overview_computation(SETTING)
BOARD = overview_board(text_of("overview", "en"), SETTING)


def overview(language="en", **values):
    return Asked("overview", language, **values)


def test_every_number_is_recomputed_from_its_terms():
    assert_recomputed(COMPUTATION)


def test_every_axis_has_a_name():
    assert_axes_fit(COMPUTATION)


def test_every_number_is_named_and_found_again():
    assert_found_again(COMPUTATION, BOARD)


def test_every_place_of_the_board_is_a_matrix_that_is_there():
    places = {one.matrix for one in BOARD.tensors.values() if one.matrix}
    assert places == set(overview().matrices)


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
    assert BOARD.name(Cell("weights", (0, 2))) == "Weights[ a (1), a (3) ]"


@pytest.mark.parametrize(
    "pin", ["input.1.3", "weights.2.0", "output.5.15", "Q.0.1", "K.3.2", "V.5.15"]
)
def test_the_pinned_number_is_explained(pin):
    matrix, row, col = pin.split(".")
    asked = overview(pin=pin, sentence="a b a c d e")
    value = float(asked.values(matrix)[int(row), int(col)])
    assert asked.explained_number == pytest.approx(value, rel=1e-3, abs=6e-5)


def test_while_nothing_is_pinned_the_strongest_weight_is_explained():
    asked = overview()
    assert asked.explained_number == pytest.approx(float(asked.values("weights").max()), abs=6e-5)


def test_the_pin_goes_along_where_a_matrix_shows_the_number_and_stays_where_none_does():
    asked = overview(pin="weights.1.2")
    way = [
        ("scaled@1.2", "weights@1.2", "weights.1.2"),
        ("scores@1.2", "scaled@1.2", "weights.1.2"),
        ("K@2.3", "scores@1.2", "K.2.3"),
        ("X@2.0", "K@2.3", "input.2.0"),
        ("embedding@2.0", "X@2.0", "input.2.0"),
    ]
    for to, here, pin in way:
        asked = asked.done(follow=to, here=here)
        assert asked.state.place.pin == pin
    assert len(asked.arithmetic.crumbs) == len(way)
    back = asked.done(follow="back:0", here=asked.arithmetic.here)
    assert back.state.place.pin == "weights.1.2"
    assert back.arithmetic.title.startswith("Weights[ cat, sat ]")
