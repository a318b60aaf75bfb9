"""Every number of the page is worked out from those before it, back to the embeddings."""

import random

import pytest
import torch

from pages.attention_limits.arithmetic import COLUMNS, OWN, limits_board, limits_computation
from pages.attention_limits.compared import comparison
from pages.attention_limits.setting import KINDS, PLACES
from tests.pages.answers import Asked
from transformer_core.explain.computation import Cell
from transformer_core.explain.explanation import explain
from ui.picture.matrix_view import Pin

GIVEN = ("next_ids", "logits_without")


def page(**values):
    return Asked("attention_limits", **values)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("hide", PLACES)
def test_every_measure_is_worked_out_from_shown_numbers(kind, hide):
    computation = limits_computation(page(kind=kind, hide=hide, head=1, word=2).setting)
    draw = random.Random(1)
    for name in OWN.keys() - set(GIVEN):
        tensor = computation.tensors[name]
        for _ in range(12):
            cell = Cell(name, tuple(draw.randrange(size) for size in tensor.shape))
            explained = explain(computation, cell)
            assert explained.kind not in ("input", ""), name
            assert explained.recomputed() == pytest.approx(explained.value, rel=2e-5, abs=3e-6)


@pytest.mark.parametrize("kind", KINDS)
def test_what_comes_through_adds_up_to_the_attentions_output(kind):
    setting = page(kind=kind, layer=0).setting
    found = comparison(setting)
    parts = found.weights[..., None] * found.passed_on[:, None]  # (heads, queries, words, d_model)
    total = parts.sum((0, 2)) + setting.trained.bias
    torch.testing.assert_close(total, setting.trained.output, atol=1e-5, rtol=0)


def test_every_cell_that_is_drawn_can_be_pinned_and_is_that_number():
    asked = page()
    computation = limits_computation(asked.setting)
    board = limits_board(asked.text, asked.setting, computation)
    for name, matrix in asked.matrices.items():
        values = torch.as_tensor(matrix.values)
        for row in range(values.size(0)):
            for col in range(values.size(1)):
                cell = board.cell_at(Pin(name, row, col))
                assert cell is not None
                assert computation.value(cell) == pytest.approx(float(values[row, col]))
                if name != "all" or row != asked.setting.row:
                    assert board.pinned(cell) == f"{name}.{row}.{col}"


@pytest.mark.parametrize("column", COLUMNS)
def test_the_way_back_leads_from_a_measure_to_the_given_numbers(column):
    computation = limits_computation(page().setting)
    cell = Cell(column, (0,) * computation.tensors[column].dim())
    seen = []
    while terms := explain(computation, cell).terms:
        cell = next(one for one in reversed(terms[-1].cells) if one is not None)
        seen.append(cell.tensor)
        assert len(seen) < 100
    assert seen


def test_a_word_has_one_name_and_the_pinned_number_is_explained(language):
    asked = Asked("attention_limits", language, pin="length.2.0")
    assert asked.arithmetic.title.startswith(f"{asked.text('measures.length')}[ gave")
    assert asked.explained_number == pytest.approx(float(asked.values("length")[2, 0]), abs=1e-4)
    order = Asked("attention_limits", language, pin="order.2.1")
    assert asked.text("measures.place_token_change") in order.arithmetic.title


def test_nothing_pinned_explains_the_largest_change():
    asked = page()
    changes = asked.values("token_change")[:, 0]
    largest = float(changes[changes.abs().argmax()])
    assert asked.explained_number == pytest.approx(largest, abs=1e-4)


def test_the_logits_of_a_second_forward_say_which_word_was_hidden():
    asked = page()
    at = asked.setting.position
    trail = f"logits_without@1.{at}.0"
    given = Asked("attention_limits", trail=trail)
    assert "“sister”" in given.lines["in words"]
