"""Every number of a mistake, right or wrong, comes out of the terms that explain it."""

import math
import random

import pytest
import torch

from tests.core.explain.axes_fit import assert_axes_fit
from tests.lab.mistakes.computations import opened, small
from transformer_core.explain.computation import Cell
from transformer_core.explain.explanation import explain
from transformer_core.explain.origin import Block
from transformer_lab.mistakes import MISTAKES

CELLS_OF_A_TENSOR = 15
ENDS = {
    "one_speed": {"right", "wrong"},
    "unscaled_embeddings": {"encoding", "table"},
    "heads_without_transpose": {"x"},
    "loss_over_padding": {"logits"},
    "warmup_exponent": {"right", "wrong"},
    "norm_over_positions": {"x"},
    "narrow_feed_forward": {"x", "W_1", "W_2"},
    "loss_by_input": {"logits"},
}
"""Where every way back ends; in an attention at its queries and keys."""


def cells(name):
    """Some cells of every tensor, the same ones every time."""
    draw = random.Random(0)
    for tensor, values in opened(name).tensors.items():
        for _ in range(CELLS_OF_A_TENSOR):
            yield Cell(tensor, tuple(draw.randrange(size) for size in values.shape))


def sources(name, cell):
    terms = explain(opened(name), cell).terms
    return [source for term in terms for source in term.cells if source is not None]


@pytest.mark.parametrize("name", MISTAKES)
def test_every_number_is_recomputed_from_its_terms(name):
    for cell in cells(name):
        told = explain(opened(name), cell)
        if math.isnan(told.value):
            assert math.isnan(told.recomputed())
        else:
            assert told.recomputed() == pytest.approx(told.value, rel=2e-5, abs=3e-6), cell


@pytest.mark.parametrize("name", MISTAKES)
def test_right_and_wrong_are_those_that_are_compared(name):
    made, (_, *results) = opened(name).tensors, small(name)
    places = small(name).given["steps"].long() if name == "warmup_exponent" else slice(None)
    for side, result in zip(("right", "wrong"), results, strict=True):
        expected = MISTAKES[name].shown(result)
        torch.testing.assert_close(made[side][places], expected, equal_nan=True, rtol=0, atol=0)
    difference = made["wrong"] - made["right"]
    torch.testing.assert_close(made["difference"], difference, equal_nan=True)


@pytest.mark.thorough
@pytest.mark.parametrize("name", MISTAKES)
def test_every_way_back_ends_where_nothing_is_computed(name):
    found, ahead = set(), {Cell("difference", (0,) * opened(name).tensors["difference"].dim())}
    for _ in range(80):
        further = {source for cell in ahead for source in sources(name, cell)}
        found |= {cell.tensor for cell in ahead if not sources(name, cell)}
        ahead = further
    assert not ahead, "a way back does not end"
    if name in ("pre_norm", "wrong_residual"):
        assert {end.rpartition(".")[2] for end in found} == {"x", "weight"}
    else:
        assert found <= ENDS.get(name, {"Q", "K"})


@pytest.mark.parametrize("name", MISTAKES)
def test_an_axis_has_one_size_in_all_tensors_of_a_mistake(name):
    assert_axes_fit(opened(name))


def test_of_both_encoders_the_block_of_each_tensor_is_known():
    computation = opened("pre_norm")
    for side in ("right", "wrong"):
        block = Block("self_attention", "encoder", 1, model=side)
        weights = computation.blocks[block]["weights"]
        assert weights == f"{side}.layers.1.self_attention.weights"


def test_the_two_fills_are_each_other_s_other():
    one, other = opened("minus_1e9").tensors, opened("minus_infinity").tensors
    torch.testing.assert_close(one["other"], other["wrong"], equal_nan=True)
    torch.testing.assert_close(other["other"], one["wrong"], equal_nan=True)


def test_a_mask_after_the_softmax_throws_a_weight_away():
    hidden = explain(opened("mask_after_softmax"), Cell("wrong", (0, 3)))
    assert hidden.numbers == {"visible": 0.0}
    assert hidden.value == 0
    assert hidden.terms[0].value > 0


def test_a_row_of_minus_infinities_is_0_divided_by_0():
    told = explain(opened("minus_infinity"), Cell("wrong", (0, 0)))
    assert told.equation == "e^({x}) / ({terms})"
    assert [term.value for term in told.terms] == [0.0] * 4
    assert math.isnan(told.recomputed())


def test_at_one_speed_the_angle_does_not_slow_down_with_the_dimension():
    made = opened("one_speed")
    assert explain(made, Cell("right", (3, 5))).numbers["pair"] == 4
    assert explain(made, Cell("wrong", (3, 5))).numbers["pair"] == 0


def test_a_number_in_a_head_leads_to_where_it_comes_from():
    name = "heads_without_transpose"
    assert sources(name, Cell("right", (1, 2))) == [Cell("x", (1, 2))]
    assert sources(name, Cell("wrong", (1, 2))) == [Cell("x", (0, 6))]
