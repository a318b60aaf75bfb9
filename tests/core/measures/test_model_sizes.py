"""Sizes without weights."""

import pytest
import torch

from transformer_core import (
    TransformerConfig,
    build_transformer,
    parameter_counts,
    trace,
    traced_shapes,
)

SMALL = TransformerConfig(11, 13, d_model=8, num_heads=2, num_layers=2, d_ff=16)


@pytest.mark.parametrize("norm_first", [False, True])
def test_counts_are_those_of_the_model_that_is_built(norm_first):
    config = TransformerConfig(
        11, 13, d_model=8, num_heads=2, num_layers=2, d_ff=16, norm_first=norm_first
    )
    counts = parameter_counts(config)
    model = build_transformer(config, seed=0)
    assert sum(counts.values()) == sum(parameter.numel() for parameter in model.parameters())
    layer = model.decoder.layers[1]
    assert counts["decoder.layers.1.cross_attention"] == sum(
        parameter.numel() for parameter in layer.cross_attention.parameters()
    )


def test_the_paper_base_model_by_hand():
    counts = parameter_counts(TransformerConfig(37_000, 37_000))
    assert counts["src_embedding"] == 37_000 * 512
    assert counts["encoder.layers.0.self_attention"] == 4 * (512 * 512 + 512)
    assert counts["encoder.layers.5.feed_forward"] == 2 * 512 * 2048 + 2048 + 512
    assert counts["decoder.layers.0.norm_3"] == 2 * 512
    assert counts["output"] == 512 * 37_000 + 37_000


def test_shapes_are_those_of_a_real_forward():
    shapes = traced_shapes(SMALL, 1, 5, 4)
    model = build_transformer(SMALL, seed=0)
    with torch.inference_mode(), trace(model) as records:
        model(torch.ones(1, 5, dtype=torch.long), torch.ones(1, 4, dtype=torch.long))
    assert shapes == {name: tuple(tensor.shape) for name, tensor in records.items()}
