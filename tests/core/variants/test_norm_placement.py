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
    LayerParts,
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
