"""torch's own layers with the weights of ours."""

from collections.abc import Callable
from functools import singledispatch

import pytest
import torch
from torch import nn

from transformer_core import (
    DecoderLayer,
    EncoderLayer,
    MultiHeadAttention,
    Transformer,
    TransformerConfig,
    generator,
)


@pytest.fixture
def torch_twin() -> Callable[..., nn.Module]:
    """twin(ours, config) is torch's module of the same kind and weights, in ours' mode."""

    def twin(ours: nn.Module, config: TransformerConfig | None = None) -> nn.Module:
        with torch.no_grad():
            return _twin(ours, config).train(ours.training)

    return twin


@pytest.fixture
def shaken() -> Callable[[nn.Module], nn.Module]:
    """shaken(module) moves every weight, so that no two norms or biases are alike."""

    def shake(module: nn.Module) -> nn.Module:
        draw = generator(11)
        with torch.no_grad():
            for parameter in module.parameters():
                parameter.add_(torch.randn(parameter.shape, generator=draw), alpha=0.1)
        return module

    return shake


@singledispatch
def _twin(ours, config):
    raise TypeError(f"torch has no twin of {type(ours)}")


@_twin.register
def _(ours: MultiHeadAttention, config) -> nn.MultiheadAttention:
    theirs = nn.MultiheadAttention(ours.w_q.in_features, ours.num_heads, batch_first=True)
    _copy_attention(ours, theirs)
    return theirs


@_twin.register
def _(ours: EncoderLayer, config) -> nn.TransformerEncoderLayer:
    theirs = nn.TransformerEncoderLayer(**_sizes(config))
    _copy_encoder_layer(ours, theirs)
    return theirs


@_twin.register
def _(ours: DecoderLayer, config) -> nn.TransformerDecoderLayer:
    theirs = nn.TransformerDecoderLayer(**_sizes(config))
    _copy_decoder_layer(ours, theirs)
    return theirs


@_twin.register
def _(ours: Transformer, config) -> nn.Transformer:
    layers = {"num_encoder_layers": config.num_layers, "num_decoder_layers": config.num_layers}
    theirs = nn.Transformer(**_sizes(config), **layers)
    for mine, layer in zip(ours.encoder.layers, theirs.encoder.layers, strict=True):
        _copy_encoder_layer(mine, layer)
    for mine, layer in zip(ours.decoder.layers, theirs.decoder.layers, strict=True):
        _copy_decoder_layer(mine, layer)
    for stack, theirs_stack in ((ours.encoder, theirs.encoder), (ours.decoder, theirs.decoder)):
        if stack.norm is None:
            # torch ends its stacks in a norm even with post-norm, which the paper does not
            theirs_stack.norm = None
        else:
            theirs_stack.norm.load_state_dict(stack.norm.state_dict())
    return theirs


def _sizes(config: TransformerConfig) -> dict:
    return {
        "d_model": config.d_model,
        "nhead": config.num_heads,
        "dim_feedforward": config.d_ff,
        "dropout": 0.0,
        "layer_norm_eps": config.layer_norm_eps,
        "batch_first": True,
        "norm_first": config.norm_first,
    }


def _copy_attention(ours: MultiHeadAttention, theirs: nn.MultiheadAttention) -> None:
    projections = (ours.w_q, ours.w_k, ours.w_v)
    theirs.in_proj_weight.copy_(torch.cat([linear.weight for linear in projections]))
    theirs.in_proj_bias.copy_(torch.cat([linear.bias for linear in projections]))
    theirs.out_proj.load_state_dict(ours.w_o.state_dict())


def _copy_encoder_layer(ours: nn.Module, theirs: nn.Module) -> None:
    _copy_attention(ours.self_attention, theirs.self_attn)
    theirs.linear1.load_state_dict(ours.feed_forward.linear_1.state_dict())
    theirs.linear2.load_state_dict(ours.feed_forward.linear_2.state_dict())
    theirs.norm1.load_state_dict(ours.norm_1.state_dict())
    theirs.norm2.load_state_dict(ours.norm_2.state_dict())


def _copy_decoder_layer(ours: DecoderLayer, theirs: nn.TransformerDecoderLayer) -> None:
    _copy_encoder_layer(ours, theirs)
    _copy_attention(ours.cross_attention, theirs.multihead_attn)
    theirs.norm3.load_state_dict(ours.norm_3.state_dict())
