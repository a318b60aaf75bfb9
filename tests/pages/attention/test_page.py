"""The attention page."""

import math

import pytest
import torch

from tests.pages.conftest import press
from transformer_core import attention, qkv_from_words, worked_example
from ui.shell.language import text_of


def click(app, key):
    app.button(key=key).click().run()
    assert not app.exception


def test_opens_with_the_worked_example_in_both_languages(open_page, shown, language):
    app = open_page("attention", language)
    assert not app.exception
    assert app.title[0].value == text_of("attention", language)("title")
    expected = torch.tensor([[0, 0, 0.5, 0.5], [0, 1, 0, 0], [0.5, 0.5, 0, 0]])
    torch.testing.assert_close(shown["weights"].values, expected, atol=5e-5, rtol=0)
    torch.testing.assert_close(
        shown["output"].values, torch.tensor([[550, 5.5], [10, 0], [5.5, 0]]), atol=5e-3, rtol=0
    )


@pytest.mark.parametrize(
    ("preset", "output"), [("one_match", [[10.0, 0.0]]), ("two_matches", [[550.0, 5.5]])]
)
def test_presets_bring_their_own_sizes_and_numbers(open_page, shown, preset, output):
    app = open_page("attention")
    press(app, "at_presets", preset)
    assert app.number_input(key="at_queries").value == 1
    torch.testing.assert_close(shown["output"].values, torch.tensor(output), atol=5e-3, rtol=0)


def test_every_control_moves(open_page, shown):
    app = open_page("attention", at_source="random")
    for name, value in {"queries": 5, "keys": 6, "d_k": 16, "d_v": 1, "seed": 3}.items():
        app.number_input(key=f"at_{name}").set_value(value).run()
        assert not app.exception
    assert tuple(shown["Q"].values.shape) == (5, 16)
    assert tuple(shown["K"].values.shape) == (16, 6)
    assert tuple(shown["output"].values.shape) == (5, 1)
    before = shown["weights"].values
    app.toggle(key="at_scaling").set_value(False).run()
    assert not torch.equal(shown["weights"].values, before)
    torch.testing.assert_close(shown["scaled"].values, shown["scores"].values)
    for mask in ("padding", "look_ahead", "painted", "none"):
        app.segmented_control(key="at_mask_field").set_value(mask).run()
        assert not app.exception
        assert app.query_params.get("at_mask", "none") == mask


def test_a_sentence_makes_queries_keys_and_values_of_its_words(open_page, shown):
    app = open_page("attention", at_source="sentence", at_d_k="4")
    app.text_input(key="at_sentence_field").set_value("한국어 🙂 <script> مرحبا").run()
    words = ["한국어", "🙂", "<script>", "مرحبا"]
    assert list(shown["weights"].rows.labels) == words
    Q, K, V = qkv_from_words(words, 4, 2, 11)
    torch.testing.assert_close(shown["weights"].values, attention(Q, K, V).weights)


def test_look_ahead_hides_exactly_what_comes_later(open_page, shown):
    open_page("attention", at_source="random", at_mask="look_ahead", at_queries="4", at_keys="4")
    weights = torch.as_tensor(shown["weights"].values)
    assert torch.equal(weights == 0, torch.ones(4, 4).triu(1).bool())


def test_an_edited_cell_of_q_changes_the_weights_to_the_right_numbers(open_page, shown):
    app = open_page("attention", at_edits="Q.0.2=1.5")
    Q, K, V = worked_example()
    Q[0, 2] = 1.5
    torch.testing.assert_close(shown["weights"].values, attention(Q, K, V).weights)
    click(app, "at_reset")
    torch.testing.assert_close(shown["Q"].values, worked_example().Q)


def test_a_row_with_everything_hidden_is_zero_and_explained(open_page, shown, language):
    app = open_page("attention", language, at_mask="painted", at_cells="1.0_1.1_1.2_1.3")
    assert not torch.as_tensor(shown["weights"].values)[1].any()
    assert [note.value for note in app.info] == [
        text_of("attention", language)("empty_rows", rows="1")
    ]


def paste(app, text, matrix="Q"):
    app.segmented_control(key="at_paste_matrix").set_value(matrix)
    app.text_area(key="at_paste_text").set_value(text)
    click(app, "at_paste_use")


def test_a_pasted_matrix_takes_its_own_size(open_page, shown):
    app = open_page("attention")
    paste(app, "1\t2\t3\n4\t5\t-6")
    assert torch.as_tensor(shown["Q"].values).tolist() == [[1, 2, 3], [4, 5, -6]]
    assert app.number_input(key="at_queries").value == 2


def test_pasting_one_matrix_leaves_the_others_as_they_are(open_page, shown):
    app = open_page("attention", at_source="sentence", at_d_k="3")
    K = torch.as_tensor(shown["K"].values).clone()
    paste(app, "1 2 3\n4 5 6\n7 8 9\n1 1 1")
    torch.testing.assert_close(shown["K"].values, K)


@pytest.mark.parametrize("text", ["1 2\n3", "1 2\n3 x", "1 2\n3 nan", "1 2\n3 inf", ""])
def test_a_wrong_paste_says_what_is_wrong_and_changes_nothing(open_page, shown, language, text):
    app = open_page("attention", language)
    before = torch.as_tensor(shown["weights"].values).clone()
    paste(app, text)
    assert len(app.error) == 1
    if text:
        assert "2" in app.error[0].value
    torch.testing.assert_close(shown["weights"].values, before)


@pytest.mark.parametrize("text", ["", "   ", "word " * 10_000])
def test_a_wrong_sentence_keeps_the_last_good_picture(open_page, shown, language, text):
    app = open_page("attention", language, at_source="sentence", at_sentence="one two three")
    before = list(shown["weights"].rows.labels)
    app.text_input(key="at_sentence_field").set_value(text).run()
    assert not app.exception
    assert len(app.error) == 1
    assert list(shown["weights"].rows.labels) == before
    assert app.query_params["at_sentence"] == "one two three"


@pytest.mark.parametrize(
    "address",
    [
        {"at_source": "nonsense"},
        {"at_mask": "<script>"},
        {"at_edits": "Q.0.0=nan"},
        {"at_edits": "Q.99.0=1"},
        {"at_cells": "a.b"},
        {"at_pin": "weights.99.99"},
        {"at_pin": "nothing"},
        {"at_queries": "1000000"},
        {"at_d_k": "zero"},
    ],
)
def test_bad_values_in_the_address_fall_back(open_page, shown, address):
    app = open_page("attention", **address)
    assert not app.exception
    torch.testing.assert_close(shown["Q"].values, worked_example().Q)
    assert math.isclose(float(torch.as_tensor(shown["weights"].values).sum()), 3, rel_tol=1e-5)


def test_a_paste_is_undone_and_redone_with_its_size(open_page, shown):
    app = open_page("attention")
    assert app.button(key="at_undo").disabled
    paste(app, "1\t2\t3\n4\t5\t-6")
    click(app, "at_undo")
    torch.testing.assert_close(shown["Q"].values, worked_example().Q)
    assert app.number_input(key="at_queries").value == 3
    assert "at_edits" not in app.query_params
    click(app, "at_redo")
    assert torch.as_tensor(shown["Q"].values).tolist() == [[1, 2, 3], [4, 5, -6]]
    assert app.button(key="at_redo").disabled


def test_undo_brings_a_preset_its_edits_and_its_controls_back(open_page, shown):
    app = open_page("attention", at_source="random", at_edits="K.1.0=4", at_seed="5")
    app.segmented_control(key="at_mask_field").set_value("look_ahead").run()
    before = torch.as_tensor(shown["weights"].values).clone()
    press(app, "at_presets", "identity")
    press(app, "at_presets", "sentence")
    assert not torch.equal(torch.as_tensor(shown["weights"].values)[:2, :2], before[:2, :2])
    click(app, "at_undo")
    click(app, "at_undo")
    torch.testing.assert_close(shown["weights"].values, before)
    assert app.query_params["at_edits"] == ["K.1.0=4"] or app.query_params["at_edits"] == "K.1.0=4"
    click(app, "at_undo")
    assert not app.button(key="at_redo").disabled
    assert (torch.as_tensor(shown["weights"].values) > 0).all()


def test_what_changed_shows_differences_until_it_is_switched_off(open_page, shown, language):
    app = open_page("attention", language, at_source="random", at_show="changed")
    text = text_of("attention", language)
    assert any(text("change.nothing_yet") in piece.value for piece in app.markdown)
    before = torch.as_tensor(shown["weights"].values).clone()
    app.number_input(key="at_seed").set_value(12).run()
    delta = torch.as_tensor(shown["weights"].values).clone()
    assert not shown["Q"].editable
    app.pills(key="at_show_pills").set_value(None).run()
    torch.testing.assert_close(shown["weights"].values - before, delta)
    assert shown["Q"].editable


def test_reattaching_gives_the_product_again(open_page, shown, language):
    edits = "Q.0.1=2_Q.1.1=3_X.0.0=1"
    app = open_page("attention", language, at_source="sentence", at_edits=edits)
    text = text_of("attention", language)
    assert shown["Q"].note == text("by_hand", product="X·W_Q")
    said = text("detached", matrix="Q", count=2, all=shown["Q"].values.numel())
    assert any(said in piece.value for piece in app.markdown)
    click(app, "at_reattach_Q")
    X, W_Q = (torch.as_tensor(shown[name].values) for name in ("X", "W_Q"))
    assert X[0, 0] == 1
    torch.testing.assert_close(shown["Q"].values, X @ W_Q)
    click(app, "at_undo")
    assert shown["Q"].values[0, 1] == 2


def test_a_held_setting_stays_while_the_live_one_changes(open_page, shown, language):
    app = open_page("attention", language, at_source="random")
    app.pills(key="at_show_pills").set_value("compare").run()
    held = torch.as_tensor(shown["a_weights"].values).clone()
    torch.testing.assert_close(shown["weights"].values, held)
    app.number_input(key="at_keys").set_value(5).run()
    torch.testing.assert_close(shown["a_weights"].values, held)
    assert shown["weights"].values.shape == (3, 5)
    assert any(text_of("attention", language)("compare.common") in m.value for m in app.markdown)
    click(app, "at_hold")
    torch.testing.assert_close(shown["a_weights"].values, shown["weights"].values)


def test_a_pin_that_only_one_of_two_settings_has_is_shown_there(open_page, shown):
    held = "random~3.4.3.2~1~5~none~0~~~"
    address = {"at_source": "random", "at_show": "compare", "at_held": held, "at_keys": "2"}
    app = open_page("attention", at_pin="weights.1.3", **address)
    assert app.query_params["at_pin"] in ("a_weights.1.3", ["a_weights.1.3"])
    app.number_input(key="at_keys").set_value(4).run()
    app.pills(key="at_show_pills").set_value(None).run()
    assert app.query_params["at_pin"] in ("weights.1.3", ["weights.1.3"])
    assert not app.exception


@pytest.mark.parametrize("held", ["", "x", "random~1", "random~3.4.3.99~1~5~none~0~~~"])
def test_instead_of_a_bad_held_setting_the_live_one_is_held(open_page, shown, held):
    app = open_page("attention", at_show="compare", at_held=held)
    assert not app.exception
    torch.testing.assert_close(shown["a_Q"].values, worked_example().Q)


@pytest.mark.parametrize("mask", ["none", "look_ahead"])
@pytest.mark.parametrize("scaling", ["true", "false"])
def test_the_equation_is_that_of_the_setting(open_page, mask, scaling):
    app = open_page("attention", at_mask=mask, at_scaling=scaling)
    (equation,) = [block.value for block in app.latex]
    assert ("+ M" in equation) is (mask != "none")
    assert ("sqrt" in equation) is (scaling == "true")
