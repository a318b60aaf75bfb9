"""Sizes without weights."""

import pytest
import torch

from transformer_core import TransformerConfig, build_transformer, trace
from transformer_lab.measures import parameter_counts, traced_shapes

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


@pytest.mark.parametrize(
    "config",
    [
        SMALL,
        # Sizes that are equal to each other, and to the stand-in's.
        TransformerConfig(8, 8, d_model=8, num_heads=8, num_layers=1, d_ff=8, norm_first=True),
        TransformerConfig(19, 17, d_model=5, num_heads=1, num_layers=3, d_ff=1, tied_output=True),
        TransformerConfig(9, 9, d_model=6, num_heads=3, num_layers=2, shared_embeddings=True),
    ],
)
@pytest.mark.parametrize(("batch", "src_len", "tgt_len"), [(1, 5, 4), (3, 1, 8), (2, 7, 7)])
def test_shapes_and_counts_are_those_of_a_real_forward(config, batch, src_len, tgt_len):
    shapes, counts = traced_shapes(config, batch, src_len, tgt_len), parameter_counts(config)
    model = build_transformer(config, seed=0)
    src_ids, tgt_ids = (torch.ones(batch, n, dtype=torch.long) for n in (src_len, tgt_len))
    with torch.inference_mode(), trace(model) as records:
        model(src_ids, tgt_ids)
    assert list(shapes.items()) == [(name, tuple(made.shape)) for name, made in records.items()]
    for part, count in counts.items():
        own = model.get_submodule(part).parameters()
        assert count <= sum(parameter.numel() for parameter in own)
    assert sum(counts.values()) == sum(parameter.numel() for parameter in model.parameters())
