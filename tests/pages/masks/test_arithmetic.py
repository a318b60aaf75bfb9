"""Every number of the masks page is explained, and every cell says why it is hidden or visible."""

from functools import cache

import pytest

from pages.masks.arithmetic import mask_board, mask_computation, reasons, worth_explaining
from pages.masks.setting import KINDS, MaskSetting
from tests.core.explain.axes_fit import assert_axes_fit
from tests.ui.explained_numbers import assert_found_again, assert_recomputed, ends, sampled_cells
from transformer_core.explain.computation import Cell
from transformer_core.explain.explanation import explain
from ui.explain.arithmetic import exact, percent
from ui.explain.explanation import explanation_lines
from ui.state.cells import Cells
from ui.words.language import text_of


def setting(*ids: int, painted: Cells = frozenset()) -> MaskSetting:
    return MaskSetting(ids=" ".join(map(str, ids)), cells=painted, target="je suis étudiant")


GAP = setting(1, 2, 0, 4, 5, painted=frozenset({(3, 1), (2, 0)}))
EMPTY_ROWS = setting(0, 0, 5, painted=frozenset({(1, 0), (1, 1), (1, 2)}))


@cache
def computed(of: MaskSetting):
    return mask_computation(of, of.steps())


def lines_of(of: MaskSetting, cell: Cell, language: str = "en") -> list[str]:
    text, computation = text_of("masks", language), computed(of)
    board = mask_board(text, of, computation)
    lines = explanation_lines(text, explain(computation, cell), board)
    return [" ".join(span["text"] for span in spans) for _, spans in lines]


@pytest.mark.parametrize("of", [GAP, EMPTY_ROWS, setting(7)])
def test_every_number_is_recomputed_from_its_terms(of):
    assert_recomputed(computed(of))


@pytest.mark.parametrize("of", [GAP, EMPTY_ROWS, setting(7)])
def test_every_axis_has_a_name(of):
    assert_axes_fit(computed(of))


@pytest.mark.parametrize("of", [GAP, EMPTY_ROWS, setting(7)])
def test_every_number_is_named_and_found_again(of):
    computation = computed(of)
    assert_found_again(computation, mask_board(text_of("masks", "en"), of, computation))


@pytest.mark.parametrize("kind", KINDS)
def test_a_weight_leads_back_to_random_queries_and_keys(kind):
    assert ends(computed(GAP), Cell(f"{kind}_weights", (4, 3))) == {"Q", "K"}


@pytest.mark.parametrize(
    ("kind", "row", "col", "expected"),
    [
        ("padding", 0, 2, ["padding"]),
        ("padding", 0, 1, []),
        ("look_ahead", 0, 2, ["look_ahead"]),
        ("look_ahead", 3, 2, []),
        ("decoder", 0, 2, ["padding", "look_ahead"]),
        ("decoder", 3, 2, ["padding"]),
        ("decoder", 0, 1, ["look_ahead"]),
        ("decoder", 3, 1, []),
        ("painted", 3, 1, ["painted"]),
        ("painted", 0, 2, []),
    ],
)
def test_each_mask_hides_for_its_own_reasons(kind, row, col, expected):
    assert reasons(kind, GAP.masks(), row, col) == expected


def test_a_hidden_weight_says_why_and_what_follows():
    made, _, means = lines_of(GAP, Cell("decoder_weights", (4, 2)))
    assert made.startswith("e^(−∞ − ") and made.endswith("= 0")
    assert means.startswith("Key “0” is padding")
    assert "Visible keys: 4 of 5;" in means


def test_a_hidden_score_says_why():
    assert lines_of(GAP, Cell("look_ahead_masked", (0, 3))) == [
        f"{exact(float(GAP.steps()['look_ahead'].scaled[0, 3]))} + (−∞) = −∞ (hidden)",
        "Key “4” comes later than query “1”, which must not see what it has to predict.",
    ]


def test_a_visible_weight_has_its_share():
    of = setting(1, 2)
    weight = of.steps()["look_ahead"].weights[1, 0].item()
    made, _, means = lines_of(of, Cell("look_ahead_weights", (1, 0)))
    assert made.endswith(f"= {weight:.4f}")
    assert means.startswith("No rule hides key “1” from query “2”.")
    assert f"It gets {percent(weight)}% of this query’s attention" in means


def test_a_cell_of_a_mask_is_explained_by_its_reason():
    assert lines_of(GAP, Cell("padding", (0, 2)))[0].startswith("Key “0” is padding")
    assert lines_of(GAP, Cell("padding", (0, 1)))[0].startswith("Key “2” is not padding.")
    assert lines_of(GAP, Cell("look_ahead", (0, 4)))[0].startswith("Key “5” comes later")
    assert lines_of(GAP, Cell("painted", (3, 1))) == ["You painted over key “2” for query “4”."]
    made, means = lines_of(GAP, Cell("decoder", (0, 2)))
    assert made == "max( 1 , 1 ) = 1"
    assert "is padding" in means and "comes later" in means


def test_a_row_with_nothing_to_see_says_so():
    (means,) = lines_of(EMPTY_ROWS, Cell("decoder_weights", (1, 0)))[-1:]
    assert "Every key is hidden" in means


@pytest.mark.parametrize("language", ["en", "ko"])
@pytest.mark.parametrize("of", [GAP, EMPTY_ROWS])
def test_every_cell_of_every_matrix_can_be_explained(language, of):
    for cell in sampled_cells(computed(of)):
        assert lines_of(of, cell, language)


def test_the_cell_explained_first_is_a_hidden_one_where_there_is_one():
    def first(of: MaskSetting) -> Cell:
        return worth_explaining(of.masks()["decoder"])

    assert first(GAP) == Cell("decoder_weights", (4, 2))
    assert first(setting(1, 2)) == Cell("decoder_weights", (0, 1))
    assert first(setting(1)) == Cell("decoder_weights", (0, 0))
