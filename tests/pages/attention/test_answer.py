"""What the attention page answers to a setting."""

import pytest
import torch

from tests.pages.answers import Asked
from tests.pages.conftest import number_in
from transformer_core import attention
from transformer_lab.examples import qkv_from_words, worked_example
from transformer_lab.examples.attention_examples import QKV
from ui.answer.page_handler import PageHandler
from ui.answer.parts import Note
from ui.picture.matrix_view import Operator
from ui.state.address import write_state

PRESETS = ("three_queries", "one_match", "two_matches", "identity", "random", "sentence")


def asked(language: str = "en", **more) -> Asked:
    return Asked("attention", language, **more)


def values(page: Asked, name: str) -> torch.Tensor:
    return torch.as_tensor(page.matrices[name].values)


def notes_of(page: Asked) -> list[str]:
    means = page.text("matrices.entropy_means")
    notes = [note.text for note in page.all(Note, "picture")]
    return [note for note in notes if not note.startswith(means)]


def test_opens_with_the_worked_example(language):
    page = asked(language)
    expected = torch.tensor([[0, 0, 0.5, 0.5], [0, 1, 0, 0], [0.5, 0.5, 0, 0]])
    torch.testing.assert_close(values(page, "weights"), expected, atol=5e-5, rtol=0)
    output = torch.tensor([[550, 5.5], [10, 0], [5.5, 0]])
    torch.testing.assert_close(values(page, "output"), output, atol=5e-3, rtol=0)


def test_without_a_mask_the_scaled_scores_go_straight_into_the_softmax():
    page = asked(pin="weights.0.1", source="random", queries=2, keys=2)
    ids = [getattr(item, "id", item) for item in _board(page)]
    assert "masked" not in page.matrices
    assert ids[ids.index("scaled") : ids.index("weights")] == ["scaled", Operator("→")]
    assert len(page.arithmetic.charts) == 2  # the row with and without scaling
    assert "masked" in asked(mask="look_ahead").matrices


def _board(page: Asked) -> list:
    (picture, *_) = page.parts("picture")
    return list(picture.items)


def test_sizes_seed_and_scaling_reach_the_numbers():
    sizes = {"queries": 5, "keys": 6, "d_k": 16, "d_v": 1}
    page = asked(source="random", seed=3, **sizes)
    shapes = {name: tuple(values(page, name).shape) for name in ("Q", "K", "output")}
    assert shapes == {"Q": (5, 16), "K": (16, 6), "output": (5, 1)}
    assert not torch.equal(values(page, "weights"), values(page.with_values(seed=4), "weights"))
    unscaled = page.with_values(scaling=False)
    assert not torch.equal(values(unscaled, "weights"), values(page, "weights"))
    torch.testing.assert_close(values(unscaled, "scaled"), values(unscaled, "scores"))


@pytest.mark.parametrize("source", PRESETS)
def test_random_numbers_say_so(language, source):
    page = asked(language, source=source, seed=5)
    is_random = source in ("random", "sentence")
    assert (page.text("frame.untrained", seed=5) in page.notes) is is_random


def test_a_sentence_makes_queries_keys_and_values_of_its_words():
    words = ["한국어", "🙂", "<script>", "مرحبا"]
    page = asked(source="sentence", sentence=" ".join(words), d_k=4)
    assert list(page.matrices["weights"].rows.labels) == words
    Q, K, V = qkv_from_words(words, 4, 2, 11)
    torch.testing.assert_close(values(page, "weights"), attention(Q, K, V).weights)
    assert {"X", "W_Q", "W_K", "W_V"} <= set(page.matrices)
    assert "X" not in asked().matrices


def test_the_boards_light_up_together():
    boards = [page for page in asked(source="sentence").parts() if hasattr(page, "items")]
    assert [board.link for board in boards] == ["attention", "attention"]


def test_an_edited_cell_of_q_changes_the_weights_to_the_right_numbers():
    page = asked()
    state = page.after(change={"matrix": "Q", "row": 0, "col": 2, "value": 1.5})
    Q, K, V = worked_example()
    Q[0, 2] = 1.5
    torch.testing.assert_close(state.setting.steps.weights, attention(Q, K, V).weights)
    assert state.before == page.setting


def test_an_edited_key_stands_where_it_is_shown():
    state = asked().after(change={"matrix": "K", "row": 2, "col": 3, "value": 9.5})
    assert state.setting.edits == {("K", 3, 2): 9.5}


@pytest.mark.parametrize(
    "change",
    [
        {"matrix": "weights", "row": 0, "col": 0, "value": 1},
        {"matrix": "Q", "row": 0, "col": 0, "value": 1e7},
        {"matrix": "Q", "row": 16, "col": 0, "value": 1},
        {"matrix": "Q", "row": 0, "col": 0, "value": float("nan")},
    ],
)
def test_what_cannot_be_edited_is_refused(change):
    with pytest.raises(ValueError):
        asked().after(change=change)


def test_a_stroke_hides_keys_and_uncovers_them():
    page = asked(mask="painted", cells=frozenset({(1, 1)}))
    stroke = {"matrix": "mask", "cells": [[0, 1], [0, 2]], "hidden": True}
    painted = page.after(change=stroke).setting
    assert painted.cells == {(0, 1), (0, 2), (1, 1)}
    assert painted.steps.weights[0, 1] == 0
    stroke = {"matrix": "mask", "cells": [[1, 1]], "hidden": False}
    assert not page.after(change=stroke).setting.cells


def test_reset_drops_what_was_edited_and_painted():
    page = asked(edits={("Q", 0, 2): 1.5}, mask="painted", cells=frozenset({(0, 0)}))
    page = page.pressed(page.offered(page.text("change.reset")))
    torch.testing.assert_close(values(page, "Q"), worked_example().Q)
    assert not page.setting.cells
    with pytest.raises(StopIteration):
        page.offered(page.text("change.reset"))


def test_a_row_with_everything_hidden_is_zero_and_explained(language):
    page = asked(language, mask="painted", cells=frozenset((1, key) for key in range(4)))
    assert not values(page, "weights")[1].any()
    assert page.text("empty_rows", rows="1") in notes_of(page)
    named = asked(language, source="sentence", sentence="a_b c", mask="padding", padding=2)
    assert page.text("empty_rows", rows="“a_b”, “c”") in notes_of(named)
    assert page.text("empty_rows", rows="1") not in notes_of(asked(language))


def test_a_number_that_drowns_the_others_gets_no_colour_of_its_own(language):
    page = asked(language)
    assert page.matrices["V"].limit == 10
    assert page.matrices["output"].limit == 10
    names = f"V (±10), {page.text('matrices.output')} (±10)"
    assert page.text("colours_end", where=names) in notes_of(page)
    usual = asked(language, source="random")
    assert usual.matrices["V"].limit is None
    assert notes_of(usual) == []


def test_what_is_lost_in_the_rounding_of_a_number_ends_no_colours(language):
    page = asked(language, source="one_match", queries=1)
    output = values(page, "output")[0]
    assert output[0] == 10
    assert 0 < output[1] < 1e-20
    assert page.matrices["output"].limit is None
    assert page.text("colours_end", where="V (±10)") in notes_of(page)


def test_reattaching_gives_the_product_again(language):
    edits = {("Q", 0, 1): 2.0, ("Q", 1, 1): 3.0, ("X", 0, 0): 1.0}
    page = asked(language, source="sentence", pin="Q.0.1", edits=edits)
    text, Q = page.text, page.matrices["Q"]
    assert Q.note == text("by_hand", product="X·W_Q")
    assert Q.marks.nonzero()[0].tolist() == [0, 1]
    page = page.pressed(page.offered(text("reattach", matrix="Q")))
    assert page.state.selection.pin == "Q.0.1"
    X, W_Q = values(page, "X"), values(page, "W_Q")
    assert X[0, 0] == 1
    torch.testing.assert_close(values(page, "Q"), X @ W_Q)


def test_what_changed_shows_differences_until_it_is_switched_off(language):
    page = asked(language, source="random", show="changed")
    assert notes_of(page) == [page.text("change.nothing_yet")]
    now = page.with_values(seed=12)
    delta = values(now, "weights")
    assert not now.matrices["Q"].editable
    assert notes_of(now) == []
    off = now.pressed(now.offered(now.text("change.changed")))
    before = attention(*page.setting.matrices).weights
    torch.testing.assert_close(values(off, "weights") - before, delta)
    assert off.matrices["Q"].editable


@pytest.mark.parametrize(
    ("setting", "hint"),
    [
        ({}, "hint_edit"),
        ({"source": "sentence"}, "hint_edit_sentence"),
        ({"mask": "painted"}, "hint_paint"),
        ({"show": "compare"}, "hint_compare"),
        ({"show": "changed"}, "hint_edit"),
    ],
)
def test_the_hint_says_what_can_be_done(setting, hint):
    page = asked(**setting)
    (board, *_) = page.parts("picture")
    assert board.hint == page.text(f"matrix_view.{hint}")


@pytest.mark.parametrize("mask", ["none", "look_ahead"])
@pytest.mark.parametrize("scaling", [True, False])
def test_the_equation_is_that_of_the_setting(mask, scaling):
    equation = asked(mask=mask, scaling=scaling).answer.equation
    assert equation.endswith("_masked") is (mask != "none")
    assert equation.startswith("scaled") is scaling


@pytest.mark.parametrize("mask", ["none", "look_ahead", "painted"])
@pytest.mark.parametrize(
    "pin", ["Q.0.1", "K.1.2", "V.2.1", "scores.1.0", "scaled.2.1", "weights.2.2", "output.1.1"]
)
def test_the_pinned_number_is_explained(language, mask, pin):
    page = asked(language, source="random", mask=mask, pin=pin)
    name, row, col = pin.split(".")
    shown = float(values(page, name)[int(row), int(col)])
    assert number_in(page.arithmetic.title) == pytest.approx(shown, abs=6e-5)


def test_without_a_pin_the_strongest_weight_is_explained():
    page = asked(source="random")
    assert number_in(page.arithmetic.title) == pytest.approx(
        float(values(page, "weights").max()), abs=6e-5
    )


def test_a_way_is_followed_to_where_its_number_stands():
    page = asked(source="random", pin="output.1.0")
    state = page.after(follow="weights@1.2", here="output@1.0")
    assert (state.selection.pin, state.selection.trail) == ("weights.1.2", "output@1.0~weights@1.2")
    state = page.after(follow="K@2.1", here="scores@1.2")
    assert state.selection.pin == "K.1.2"


def test_an_old_way_through_a_mask_that_is_none_leads_to_the_scaled_scores():
    trail = "weights@1.0~masked@1.0~scaled@1.0"
    page = asked(source="random", pin="masked.1.0", trail=trail)
    place = page.handler.page.normalised(page.state).selection
    assert (place.pin, place.trail) == ("scaled.1.0", "weights@1.0~scaled@1.0")
    assert number_in(page.arithmetic.title) == pytest.approx(
        float(values(page, "scaled")[1, 0]), abs=6e-5
    )


def test_the_pytorch_gives_the_numbers_of_the_setting():
    page = asked(source="random", mask="painted", cells=frozenset({(0, 1)}), scaling=False)
    names = page.ran()
    torch.testing.assert_close(names["weights"], values(page, "weights"))


BAD = [
    {"at_source": "nonsense"},
    {"at_mask": "<script>"},
    {"at_edits": "Q.0.0=nan"},
    {"at_edits": "Q.99.0=1"},
    {"at_cells": "a.b"},
    {"at_pin": "weights.99.99"},
    {"at_pin": "nothing"},
    {"at_queries": "1000000"},
    {"at_d_k": "zero"},
]


@pytest.mark.parametrize("address", BAD)
def test_bad_values_in_the_address_fall_back(address):
    page = Asked.at("attention", **address)
    assert page.arithmetic.title == asked().arithmetic.title
    torch.testing.assert_close(values(page, "Q"), QKV(*worked_example()).Q)


def test_a_whole_change_answers_with_every_area_and_its_address():
    page = asked(source="random", seed=5)
    handler = PageHandler("attention", "en")
    assert handler.encoded(page.state)
    assert "at_seed=5" in write_state(page.state, "en")
    assert list(page.answer.first) == [
        "chips",
        "picture",
        "projections",
        "arithmetic",
        "asked",
        "corridor",
    ]
