"""Dropout that a seed decides."""

import math

import pytest
import torch
from torch import nn

from transformer_core import (
    FeedForward,
    MultiHeadAttention,
    TransformerConfig,
    build_transformer,
    generator,
    seeded_dropout,
    trace,
)
from transformer_core.dropout import Dropout

X = torch.ones(200, 50)


def test_kept_numbers_are_divided_and_dropped_ones_are_zero():
    with seeded_dropout(1):
        y = Dropout(0.2)(X)
    assert set(y.unique().tolist()) == {0.0, 1.25}
    assert abs((y == 0).float().mean() - 0.2) < 0.02


def test_the_same_seed_drops_the_same_cells():
    def dropped(seed):
        with seeded_dropout(seed):
            return Dropout(0.5)(X)

    assert torch.equal(dropped(3), dropped(3))
    assert not torch.equal(dropped(3), dropped(4))


def test_outside_it_is_torchs_own_dropout():
    drop = Dropout(0.5)
    assert torch.equal(drop.eval()(X), X)
    assert isinstance(drop, nn.Dropout)
    assert (drop.train()(X) == 0).any()


def test_a_model_records_which_cells_each_sublayer_drops():
    config = TransformerConfig(9, 9, d_model=8, num_heads=2, num_layers=1, d_ff=16, dropout=0.3)
    model = build_transformer(config, seed=0)
    ids = torch.tensor([[1, 2, 3]])
    with torch.inference_mode(), seeded_dropout(5), trace(model) as records:
        with_dropout = model(ids, ids)
    names = [name for name in records if name.endswith("dropped")]
    assert names == [
        "src_dropout.dropped",
        "encoder.layers.0.residual_1.dropout.dropped",
        "encoder.layers.0.residual_2.dropout.dropped",
        "tgt_dropout.dropped",
        "decoder.layers.0.residual_1.dropout.dropped",
        "decoder.layers.0.residual_2.dropout.dropped",
        "decoder.layers.0.residual_3.dropout.dropped",
    ]
    dropped = records["encoder.layers.0.residual_2.dropout.dropped"]
    unchanged = records["encoder.layers.0.residual_2"] == records["encoder.layers.0.normed_1"]
    assert unchanged[dropped].all()
    for side in ("src", "tgt"):
        assert (records[f"{side}_encoded"][records[f"{side}_dropout.dropped"]] == 0).all()
    with torch.inference_mode():
        assert not torch.allclose(model(ids, ids), with_dropout)


SUBLAYERS = {
    "attention": lambda: MultiHeadAttention(8, 2, dropout=0.5),
    "feed_forward": lambda: FeedForward(8, 32, dropout=0.5),
}
TOKENS = torch.randn(2, 6, 8, generator=generator(4))


def seeded_run(module, seed):
    inputs = (TOKENS,) * (3 if isinstance(module, MultiHeadAttention) else 1)
    with torch.no_grad(), seeded_dropout(seed), trace(module) as records:
        return module(*inputs), records


@pytest.mark.parametrize("build", SUBLAYERS.values(), ids=SUBLAYERS)
def test_a_seeded_run_of_a_sublayer_is_repeatable(build):
    module = build()
    (first, _), (again, _), (other, _) = (seeded_run(module, seed) for seed in (3, 3, 4))
    assert torch.equal(first, again)
    assert not torch.equal(first, other)


@pytest.mark.parametrize("training", [False, True])
def test_recorded_heads_are_the_recorded_weights_times_the_values(training):
    module = SUBLAYERS["attention"]().train(training)
    with torch.no_grad(), trace(module) as records:
        module(TOKENS, TOKENS, TOKENS)
    torch.testing.assert_close(records["weights"] @ records["values"], records["heads"])
    _, records = seeded_run(module, 1)
    torch.testing.assert_close(records["weights"] @ records["values"], records["heads"])
    dropped = records["dropout.dropped"]
    assert dropped.any()
    assert (records["weights"][dropped] == 0).all()


def test_recorded_hidden_numbers_are_what_the_second_layer_takes():
    module = SUBLAYERS["feed_forward"]().train()
    _, records = seeded_run(module, 1)
    with torch.no_grad():
        torch.testing.assert_close(module.linear_2(records["activated"]), records["output"])
    assert (records["activated"][records["dropout.dropped"]] == 0).all()


@pytest.mark.parametrize("p", [1.0, -0.1, math.nan])
def test_a_probability_that_leaves_nothing_is_refused(p):
    with pytest.raises(ValueError, match=rf"p must be in \[0, 1\), got {p}"):
        Dropout(p)
