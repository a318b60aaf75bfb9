from functools import partial

import torch

from transformer_core import generator, trace
from transformer_core.layers import LayerNorm
from transformer_core.variants.activated_feed_forward import ActivatedFeedForward
from transformer_core.variants.attention_view import view_of
from transformer_core.variants.grouped_attention import GroupedAttention
from transformer_core.variants.model_parts import StackParts
from transformer_core.variants.models import Stack
from transformer_core.variants.norm_placement import LayerParts, PostNormLayer
from transformer_core.variants.shared_layers import share_weights

LAYER = partial(
    PostNormLayer,
    LayerParts(
        partial(GroupedAttention, 8, 2),
        partial(ActivatedFeedForward, 8, 12, "relu"),
        partial(LayerNorm, 8),
    ),
)
X = torch.randn(1, 3, 8, generator=generator(1))
VIEW = view_of(3, is_causal=False, device=X.device)


def test_three_layers_are_one_three_times():
    layers = [LAYER() for _ in range(3)]
    share_weights(layers)
    once = layers[0](X, VIEW)
    assert torch.equal(
        layers[2](layers[1](once, VIEW), VIEW), layers[0](layers[0](once, VIEW), VIEW)
    )
    layers[0].norm_1.weight.data.fill_(0.5)
    assert torch.equal(layers[2](X, VIEW), layers[0](X, VIEW))


def test_a_stack_lists_its_weights_once_and_records_each_layer():
    stack = Stack(StackParts((LAYER,) * 3, shares_weights=True))
    assert {name.split(".")[1] for name, _ in stack.named_parameters()} == {"0"}
    with trace(stack) as records:
        stack(X, VIEW)
    weights = [records[f"layers.{layer}.self_attention.weights"] for layer in range(3)]
    assert not torch.equal(weights[0], weights[1]) and not torch.equal(weights[1], weights[2])


def test_in_a_trace_one_layer_is_changed_alone():
    stack = Stack(StackParts((LAYER,) * 2, shares_weights=True))
    with trace(stack) as before:
        stack(X, VIEW)
    with trace(stack, {"layers.1.self_attention.w_q.bias": lambda bias: bias + 1}) as after:
        stack(X, VIEW)
    assert torch.equal(*(one["layers.0.normed_2"] for one in (before, after)))
    assert not torch.equal(*(one["layers.1.self_attention.queries"] for one in (before, after)))
