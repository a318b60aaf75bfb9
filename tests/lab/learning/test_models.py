"""What is left out of a model is left out of what explains its numbers too."""

from dataclasses import replace

import pytest
import torch

from transformer_core import trace
from transformer_core.explain.computation import Cell
from transformer_core.explain.explanation import explain
from transformer_core.explain.provenance import transformer_computation
from transformer_lab.learning import RunConfig, layer_of, untrained_model

TINY = RunConfig(d_model=8, d_ff=8)
LEFT_OUT = [{}, {"positional_encoding": False}, {"scaled": False}, {"look_ahead": False}]


@pytest.mark.parametrize("left_out", LEFT_OUT)
def test_every_number_is_explained_by_what_made_it(left_out):
    model = untrained_model(replace(TINY, **left_out))
    src_ids, tgt_ids = torch.tensor([[4, 5, 6]]), torch.tensor([[2, 6, 5]])
    with torch.inference_mode(), trace(model) as records:
        model(src_ids, tgt_ids)
        computation = transformer_computation(model, records, src_ids, tgt_ids)
    path = "decoder.layers.0.self_attention."
    for name, index in [("src_encoded", (1, 2)), ("src_positions", (1, 2)),
                        (f"{path}scaled", (0, 1, 0)), (f"{path}masked", (0, 0, 2)),
                        (f"{path}weights", (0, 1, 2)), ("logits", (2, 5))]:  # fmt: skip
        cell = Cell(name, index)
        again = explain(computation, cell).recomputed()
        assert again == pytest.approx(computation.value(cell), abs=1e-5)


@pytest.mark.parametrize(
    ("parameter", "layer"),
    [("encoder.layers.0.norm_1.weight", "encoder.layers.0"), ("output.bias", "output"),
     ("src_embedding.weight", "src_embedding"), ("encoder.norm.bias", "encoder.norm")],
)  # fmt: skip
def test_parameters_are_counted_to_their_layer(parameter, layer):
    assert layer_of(parameter) == layer
