"""Mistakes in the heads and around the sublayers (sections 3.1 and 3.2.2)."""

from collections.abc import Callable, Iterator
from typing import Any, cast

import torch
from torch import Tensor, nn

from transformer_core.config import TransformerConfig
from transformer_core.encoder import Encoder, EncoderLayer
from transformer_core.initialisation import untrained
from transformer_core.multi_head_attention import MultiHeadAttention, build_multi_head_attention
from transformer_core.trace import trace
from transformer_lab.examples.random_matrices import random_embedding

HEADS_D_MODEL = 8
TOKENS = 6
NORM_CONFIG: dict[str, Any] = {"d_model": 16, "num_heads": 4, "d_ff": 64}


def signed_tokens(seq_len: int = 4, num_heads: int = 2) -> dict[str, Any]:
    """Numbers that say where they come from: token 3, dimension 5 holds 3.05.

    Returns: an attention with `num_heads` heads; x (1, seq_len, HEADS_D_MODEL).
    """
    token = torch.arange(seq_len).unsqueeze(1)  # (seq_len, 1)
    x = (token + torch.arange(HEADS_D_MODEL) / 100).unsqueeze(0)  # (1, seq_len, d_model)
    return {"module": build_multi_head_attention(HEADS_D_MODEL, num_heads, seed=0), "x": x}


def split_heads(module: MultiHeadAttention, x: Tensor) -> Tensor:
    """The core's heads: (batch, heads, seq_len, d_k)."""
    return module._split(x)


def heads_without_transpose(module: MultiHeadAttention, x: Tensor) -> Tensor:
    """The same shape, (batch, heads, seq_len, d_k), cut from seq_len / heads tokens a head."""
    batch, seq_len, _ = x.shape
    num_heads = module.num_heads
    # right: return x.unflatten(2, (num_heads, -1)).transpose(1, 2)
    return x.reshape(batch, num_heads, seq_len, -1)


def test_concatenated_heads_equal_x(heads: Tensor, x: Tensor) -> None:
    assert torch.equal(heads.transpose(1, 2).flatten(2), x)


def untrained_encoder(num_layers: int = 6, seed: int = 11) -> dict[str, Any]:
    """A post-norm encoder, and random x (1, TOKENS, d_model) to send through it."""
    config = TransformerConfig(1, 1, num_layers=num_layers, dropout=0.0, **NORM_CONFIG)
    x = random_embedding(TOKENS, config.d_model, seed).unsqueeze(0)  # (1, TOKENS, d_model)
    return {"encoder": untrained(lambda: Encoder(config), seed), "x": x}


def post_norm_outputs(encoder: Encoder, x: Tensor) -> Tensor:
    """The output of each of the core's layers: (layers, seq_len, d_model)."""
    with trace(encoder) as records:
        encoder(x)
    return torch.cat([records[f"layers.{at}.normed_2"] for at in range(len(encoder.layers))])


def pre_norm_outputs(encoder: Encoder, x: Tensor) -> Tensor:
    """The same layers with the norm before each sublayer: nothing normalises the sum."""
    outputs = []
    for layer in encoder.layers:
        for sublayer, norm in sublayers_and_norms(cast(EncoderLayer, layer)):
            # right: x = norm(x + sublayer(x))
            x = x + sublayer(norm(x))
        outputs.append(x)
    return torch.cat(outputs)  # (layers, seq_len, d_model)


def with_pre_norm(post: Encoder) -> Encoder:
    """The encoder of `pre_norm_outputs`: a post-norm one's parameters, and no norm at its end."""
    config = TransformerConfig(
        1, 1, num_layers=len(post.layers), dropout=0.0, norm_first=True, **NORM_CONFIG
    )
    pre = untrained(lambda: Encoder(config), 0)
    pre.norm = None
    pre.load_state_dict(post.state_dict())
    return pre


def sublayers_and_norms(
    layer: EncoderLayer,
) -> Iterator[tuple[Callable[[Tensor], Tensor], nn.LayerNorm]]:
    """Self-attention and feed-forward, each with its norm."""
    yield lambda x: layer.self_attention(x, x, x), layer.norm_1
    yield layer.feed_forward, layer.norm_2


def test_layer_output_has_standard_deviation_1(outputs: Tensor) -> None:
    deviation = outputs.std(-1, correction=0)
    assert torch.allclose(deviation, torch.ones_like(deviation), atol=1e-3, rtol=0)
