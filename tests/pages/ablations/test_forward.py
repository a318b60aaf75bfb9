"""Every number of a stored model explains itself, and no step is of a part that is left out."""

import pytest
import torch

from pages.ablations.forward import PATHS, forward_of, weights_of
from tests.core.explain.laws import assert_every_law, some_cells
from transformer_core import trace
from transformer_core.explain.computation import Cell, Computation, Step
from transformer_core.explain.explanation import explain
from transformer_core.explain.uses import uses
from transformer_lab.learning.ablated import stored_model
from transformer_lab.learning.ablations import CONFIGS, WHOLE

names = pytest.mark.parametrize("name", CONFIGS)
LEFT_OUT = {
    "residuals": {"residual"},
    "norm": {"normed"},
    "positions": {"positions", "encoded"},
}
"""The names of what a part makes in its block."""


def kinds_of(name):
    return {step.kind for step in forward_of(name, 1).computation.steps.values()}


@names
def test_every_number_of_a_model_without_a_part_is_recomputed_from_its_terms(name):
    computation = forward_of(name, 2).computation
    for tensor in computation.steps:
        for cell in some_cells(computation, tensor, 6):
            explanation = explain(computation, cell)
            if explanation.equation:
                expected = pytest.approx(explanation.value, rel=2e-5, abs=2e-6)
                assert explanation.recomputed() == expected, cell


def test_every_law_holds_for_numbers_side_by_side():
    x, y = torch.randn(3, 6), torch.randn(3, 2)
    tensors = {"x": x, "y": y, "both": torch.cat([x[:, :4], y], dim=1)}
    tensors["sum"] = tensors["both"] + x
    steps = {
        "both": Step("side_by_side", {"x": "x", "y": "y"}),
        "sum": Step("sum", {"x": "both", "y": "x"}),
    }
    computation = Computation(tensors, steps)
    assert_every_law(computation)
    assert [use.tensor for use in uses(computation, Cell("x", (1, 3)))] == ["both", "sum"]
    assert [use.tensor for use in uses(computation, Cell("x", (1, 4)))] == ["sum"]
    (use,) = uses(computation, Cell("y", (2, 1)))
    assert (use.cell, use.count) == (Cell("both", (2, 5)), 1)


@names
@pytest.mark.parametrize("kind", PATHS)
def test_the_weights_are_those_that_the_stored_model_computes(name, kind):
    source, target = (torch.tensor([ids]) for ids in WHOLE.the_task.ids(WHOLE.the_task.example))
    with torch.inference_mode(), trace(stored_model(name, 3)) as records:
        stored_model(name, 3)(source, target[:, :-1])
    assert torch.equal(weights_of(name, 3, kind), records[PATHS[kind]][0])


@names
def test_no_step_reads_what_is_left_out(name):
    computation = forward_of(name, 1).computation
    left_out = LEFT_OUT.get(name, set())
    assert not left_out & {one.name for one in computation.origins.values()}
    for made, step in computation.steps.items():
        assert set(step.inputs.values()) <= computation.tensors.keys(), made
    assert computation.steps.keys() <= computation.tensors.keys()
    assert computation.origins.keys() <= computation.tensors.keys()


def test_each_variant_has_every_kind_of_step_but_that_of_its_part():
    whole = kinds_of("whole")
    assert whole - kinds_of("norm") == {"layer_norm", "spread"}
    assert whole - kinds_of("positions") == {"positional_encoding"}
    assert whole - kinds_of("residuals") == {"spread"}
    assert kinds_of("concatenated") - whole == {"side_by_side"}
    assert kinds_of("one_head") == whole


def test_without_scaling_the_mask_and_the_softmax_take_the_scores_themselves():
    computation = forward_of("scaling", 1).computation
    assert "encoder.layers.0.self_attention.scaled" not in computation.tensors
    assert "src_scaled" in computation.tensors  # by sqrt(d_model), which is another scaling
    masked = computation.steps["decoder.layers.1.cross_attention.masked"]
    assert masked.inputs["x"] == "decoder.layers.1.cross_attention.scores"


def test_without_residuals_a_norm_takes_what_its_sublayer_made():
    steps = forward_of("residuals", 1).computation.steps
    first = "encoder.layers.0"
    assert steps[f"{first}.normed_1"].inputs["x"] == f"{first}.self_attention.projected"
    sums = [made for made, step in steps.items() if step.kind == "sum"]
    assert sums == ["src_encoded", "tgt_encoded"]


def test_without_positions_equal_digits_are_the_same_to_the_whole_encoder():
    example = WHOLE.the_task.example.source
    encoded = {
        name: forward_of(name, 1).computation.tensors["encoder.output"]
        for name in ("whole", "positions")
    }
    same = [place for place, digit in enumerate(example) if digit == example[0]]
    assert len(same) > 1
    first, other = same[:2]
    apart = {name: (one[first] - one[other]).abs().max() for name, one in encoded.items()}
    assert apart["positions"] < 1e-5 < 0.1 < apart["whole"]


def test_concatenated_positions_use_half_of_an_embedding():
    computation = forward_of("concatenated", 1).computation
    encoded = computation.tensors["src_encoded"]
    half = WHOLE.d_model // 2
    assert torch.equal(encoded[:, :half], computation.tensors["src_scaled"][:, :half])
    assert torch.equal(encoded[:, half:], computation.tensors["src_positions"])
