"""Figures of what layers do."""

import pytest
import torch

from transformer_core import TransformerConfig, build_transformer, trace
from transformer_core.explain.figures import spread
from transformer_lab.measures.activity import depth_profile, likeliest, silent_share


def test_spread_of_a_vector_by_hand():
    mean, deviation = spread(torch.tensor([[1.0, 3.0], [5.0, 5.0]]))
    assert mean.tolist() == [2, 5]
    assert deviation.tolist() == [1, 0]


def test_silent_share_counts_zeros():
    assert silent_share(torch.tensor([0.0, 0.0, 1.0, 2.0])) == 0.5


def test_likeliest_are_in_order_and_add_up_below_one():
    tokens, probabilities = likeliest(torch.tensor([[0.0, 2.0, 1.0]]), k=2)
    assert tokens.tolist() == [[1, 2]]
    expected = torch.softmax(torch.tensor([0.0, 2.0, 1.0]), 0)[[1, 2]]
    torch.testing.assert_close(probabilities[0], expected)
    assert likeliest(torch.zeros(1, 3), k=5).tokens.shape == (1, 3)


@pytest.mark.parametrize("norm_first", [False, True])
def test_post_norm_keeps_the_spread_and_pre_norm_lets_the_sum_grow(norm_first):
    config = TransformerConfig(
        9, 9, d_model=16, num_heads=2, num_layers=6, d_ff=32, norm_first=norm_first
    )
    model = build_transformer(config, seed=0)
    ids = torch.tensor([[1, 2, 3]])
    with torch.inference_mode(), trace(model) as records:
        model(ids, ids)
    profile = depth_profile(records, "decoder")
    assert profile["residual"].shape == profile["normed"].shape == (18,)
    torch.testing.assert_close(profile["normed"], torch.ones(18), atol=1e-3, rtol=0)
    if norm_first:
        assert profile["residual"][-1] > 1.5 * profile["residual"][0]


@pytest.mark.parametrize("k", [0, -1])
def test_no_token_is_never_the_likeliest(k):
    with pytest.raises(ValueError, match=f"k must be at least 1, got {k}"):
        likeliest(torch.zeros(2, 3), k)
