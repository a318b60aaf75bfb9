from dataclasses import replace
from functools import partial

import pytest
import torch

from transformer_core import DecoderLayer, EncoderLayer, TransformerConfig, generator, trace
from transformer_core.initialisation import untrained
from transformer_core.layers import LayerNorm
from transformer_core.variants.activated_feed_forward import ActivatedFeedForward
from transformer_core.variants.attention_view import view_of
from transformer_core.variants.grouped_attention import GroupedAttention
from transformer_core.variants.norm_placement import (
    BothSidesNormLayer,
    LayerParts,
    ParallelLayer,
    ParallelOneNormLayer,
    PostNormLayer,
    PreNormLayer,
)

CONFIG = TransformerConfig(5, 5, d_model=8, num_heads=2, d_ff=12)
PARTS = LayerParts(
    partial(GroupedAttention, 8, 2),
    partial(ActivatedFeedForward, 8, 12, "relu"),
    partial(LayerNorm, 8, eps=1e-6),
)
X = torch.randn(2, 4, 8, generator=generator(1))
MEMORY = torch.randn(2, 3, 8, generator=generator(2))
ORDERS = [(PostNormLayer, False), (PreNormLayer, True)]
CPU = torch.device("cpu")


@pytest.mark.parametrize(("kind", "norm_first"), ORDERS)
def test_of_an_encoder_it_is_the_papers_layer(kind, norm_first):
    config = replace(CONFIG, norm_first=norm_first)
    paper = untrained(lambda: EncoderLayer(config), seed=3)
    ours = kind(PARTS)
    ours.load_state_dict(paper.state_dict())
    with trace(paper) as expected:
        paper(X)
    with trace(ours) as records:
        ours(X, view_of(4, is_causal=False, device=CPU))
    assert list(records) == list(expected)
    assert all(torch.equal(records[name], expected[name]) for name in expected)


@pytest.mark.parametrize(("kind", "norm_first"), ORDERS)
def test_of_a_decoder_it_is_the_papers_layer(kind, norm_first):
    config = replace(CONFIG, norm_first=norm_first)
    paper = untrained(lambda: DecoderLayer(config), seed=3)
    ours = kind(replace(PARTS, cross_attention=PARTS.self_attention))
    ours.load_state_dict(paper.state_dict())
    view = view_of(4, is_causal=True, device=CPU)
    with trace(paper) as expected:
        paper(X, MEMORY, view.mask)
    with trace(ours) as records:
        ours(X, view, MEMORY, view_of(3, is_causal=False, device=CPU))
    assert list(records) == list(expected)
    assert all(torch.equal(records[name], expected[name]) for name in expected)


def view():
    return view_of(4, is_causal=True, device=CPU)


def test_norms_on_both_sides_of_each_sublayer():
    layer = BothSidesNormLayer(PARTS)
    with trace(layer) as records:
        made = layer(X, view())
    assert [name for name in records if "." not in name] == [
        "normed_1", "outer_1", "residual_1", "normed_2", "outer_2", "residual_2",
    ]  # fmt: skip
    attended = layer.self_attention(layer.norm_1(X), layer.norm_1(X), view())
    x = X + layer.outer_norm_1(attended)
    x = x + layer.outer_norm_2(layer.feed_forward(layer.norm_2(x)))
    torch.testing.assert_close(made, x)


@pytest.mark.parametrize("kind", [ParallelLayer, ParallelOneNormLayer])
def test_parallel_sublayers_take_the_same_vectors(kind):
    layer = kind(PARTS)
    layer.norm_1.weight.data.fill_(2.0)
    y = layer.norm_1(X)
    hidden = layer.norm_2(X) if kind is ParallelLayer else y
    expected = X + layer.self_attention(y, y, view()) + layer.feed_forward(hidden)
    torch.testing.assert_close(layer(X, view()), expected)
    assert hasattr(layer, "norm_2") == (kind is ParallelLayer)


def test_an_order_without_cross_attention_says_so():
    layer = ParallelLayer(replace(PARTS, cross_attention=PARTS.self_attention))
    with pytest.raises(NotImplementedError, match="ParallelLayer has no cross-attention"):
        layer(X, view(), MEMORY, view_of(3, is_causal=False, device=CPU))
