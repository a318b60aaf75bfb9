"""Every number of a comparison is explained, and every cell says what it means."""

import pytest

from pages.masks.comparison import comparison_of
from pages.masks.comparison_arithmetic import comparison_board, comparison_computation
from pages.masks.setting import COMPARED, MaskSetting
from tests.core.explain.axes_fit import assert_axes_fit
from tests.pages.answers import Asked
from tests.ui.explained_numbers import assert_found_again, assert_recomputed, ends, sampled_cells
from transformer_core.explain.computation import Cell
from transformer_core.explain.explanation import explain
from ui.explain.explanation import explanation_lines
from ui.words.language import text_of

PAIRS = [(one, name) for one, names in COMPARED.items() for name in names]
every_pair = pytest.mark.parametrize(("which", "name"), PAIRS)
FIRSTS = [False, True]


def comparison(which: str, name: str, first: bool = False):
    setting = MaskSetting(
        attention=which, compare=name, target="je suis", padding_first=first, gain=3
    )
    return comparison_of(setting)


@every_pair
@pytest.mark.parametrize("first", FIRSTS)
def test_every_number_is_recomputed_from_its_terms(which, name, first):
    assert_recomputed(comparison_computation(comparison(which, name, first)))


@every_pair
def test_every_axis_has_a_name(which, name):
    assert_axes_fit(comparison_computation(comparison(which, name)))


@every_pair
def test_every_number_is_named_and_found_again(which, name):
    of = comparison(which, name)
    board = comparison_board(text_of("masks", "en"), of)
    assert_found_again(comparison_computation(of), board)


@every_pair
@pytest.mark.parametrize("first", FIRSTS)
def test_every_cell_says_how_it_was_made_or_what_it_means(language, which, name, first):
    of = comparison(which, name, first)
    text, computation = text_of("masks", language), comparison_computation(of)
    board = comparison_board(text, of)
    silent = ("query_ids", "key_ids", "padding", "look_ahead", "past", "query_padding", "V")
    for cell in sampled_cells(computation):
        explanation = explain(computation, cell)
        assert f"kinds.{explanation.kind}" in text
        is_input = cell.tensor in silent or cell.tensor.endswith(("before", "after"))
        assert explanation_lines(text, explanation, board) or is_input, cell


@pytest.mark.parametrize("side", ["right", "other"])
def test_an_output_leads_back_to_random_queries_keys_and_values(side):
    computation = comparison_computation(comparison("cross", "none"))
    assert ends(computation, Cell(f"{side}_output", (0, 0))) == {"Q", "K", "V"}


def said(pin: str, **values: object) -> tuple[str, str]:
    """The title of the arithmetic of a cell, and what it means."""
    asked = Asked("masks", pin=pin, **values)
    return asked.arithmetic.title, asked.lines[asked.text("arithmetic.means")]


def test_a_cell_of_the_wrong_mask_says_why_it_is_hidden_or_visible():
    cross = {"attention": "cross", "compare": "target", "target_length": 5}
    title, means = said("other.0.3", **cross)
    assert title == "Mask · compared[ “⟨start⟩”, “0 (4)” ] = 0"
    assert means.startswith("At the position of key “0 (4)” the target has no padding")
    title, means = said("other.0.4", **cross)
    assert title.endswith("= 1")
    assert means.startswith("At the position of key “0 (5)” the target has padding")
    title, means = said("right.0.3", **cross)
    assert title == "Mask · right[ “⟨start⟩”, “0 (4)” ] = 1"
    assert means.startswith("Key “0 (4)” is padding")


def test_the_cell_that_is_explained_first_is_a_leak():
    asked = Asked("masks", attention="cross", compare="target", target_length=5)
    assert asked.arithmetic.title.startswith("Weights · compared[ “⟨start⟩”, “0 (4)” ] = 0.2")
    asked = Asked("masks", attention="decoder", compare="and")
    assert asked.arithmetic.title.startswith("Weights · compared[ “⟨start⟩”, “je” ]")


def test_a_sum_in_half_precision_is_rounded_to_it():
    values = {"attention": "decoder", "compare": "half", "pin": "other_weights.0.4"}
    asked = Asked("masks", trail="other_weights@0.4~other_masked@0.4", **values)
    assert asked.arithmetic.title.endswith("= −10000")
    made = asked.lines[asked.text("explanation.sum")]
    assert made.startswith("half( ") and made.endswith("= −10000")


@pytest.mark.parametrize(
    ("pin", "expected"),
    [
        ("other.0.0", "The right mask shows key “1”, and query “1” is not padding."),
        ("other.0.4", "The right mask hides key “0 (5)”, too."),
        ("other.4.0", "Query “0 (5)” is padding, so its whole row is hidden."),
        ("other.4.4", "Query “0 (5)” is padding, so its whole row is hidden."),
    ],
)
def test_where_queries_are_masked_too_a_cell_names_what_hides_it(pin, expected):
    means = said(pin, attention="encoder", compare="queries")[1]
    assert means.startswith(expected)


def test_all_keys_are_said_to_be_visible_only_where_none_is_hidden():
    for pin, is_said in (("other_weights.0.4", True), ("right_weights.0.2", False)):
        means = said(pin, attention="encoder", compare="none")[1]
        assert ("All 5 keys are visible" in means) == is_said
