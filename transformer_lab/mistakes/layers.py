"""Mistakes in the heads and around the sublayers (sections 3.1 and 3.2.2)."""

from collections.abc import Callable, Iterator
from typing import Any, cast

import torch
from torch import Tensor, nn

from transformer_core.config import TransformerConfig
from transformer_core.encoder import Encoder, EncoderLayer
from transformer_core.explain.axes import vectors
from transformer_core.explain.computation import Computation, Step
from transformer_core.explain.figures import spread
from transformer_core.explain.kind import Kind
from transformer_core.explain.kinds.moved import Moved
from transformer_core.explain.origin import CONCATENATED, Axis, Block, Origin, Part
from transformer_core.explain.provenance import encoder_computation
from transformer_core.explain.reading import Numbers
from transformer_core.initialisation import untrained
from transformer_core.multi_head_attention import MultiHeadAttention, build_multi_head_attention
from transformer_core.trace import trace
from transformer_lab.examples.random_matrices import random_embedding
from transformer_lab.mistakes.derivation import Derivation
from transformer_lab.mistakes.mistake import (
    Comparison,
    Curve,
    Figures,
    Mistake,
    Picture,
    Points,
    Sizes,
)

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


def _cut_in_memory_order(x: Tensor, constants: Numbers) -> Tensor:
    """Heads cut from the numbers in the order in which they are in memory, side by side."""
    return x.reshape(-1, len(x), int(constants["d_head"])).transpose(0, 1).flatten(1)


RESHAPING = Kind("reshaping", Moved(_cut_in_memory_order))


def _side_by_side(heads: Tensor) -> Tensor:
    return heads.transpose(1, 2).flatten(2)[0]  # (seq_len, heads * d_k)


def _from_both_heads(comparison: Comparison) -> Derivation:
    constants = {"d_head": comparison.wrong.size(-1)}
    x = {"x": "x"}
    steps = {"right": Step("copy", x), "wrong": Step(RESHAPING.name, x, constants)}
    return Derivation({"x": comparison.given["x"][0]}, steps, {"x": vectors()})


def _origin(value: float, _: Tensor) -> tuple[str, Figures]:
    token, dimension = divmod(round(100 * value), 100)
    return "origin", {"token": token, "dimension": dimension}


def _heads_figures(comparison: Comparison, _: Sizes) -> Figures:
    """The number of tokens in a wrong head; and the last number of the last head, as an example."""
    x = comparison.given["x"][0]  # (seq_len, d_model)
    heads = comparison.wrong[0].floor().flatten(1)  # (heads, seq_len * d_k)
    seq_len, d_model = x.shape
    return {
        "seq_len": seq_len,
        "most": max(len(tokens.unique()) for tokens in heads),
        "head": len(heads),  # people count from 1
        "place": d_model // len(heads) - 1,
        "example": f"{float(x[-1, -1]):.2f}",
        "token": seq_len - 1,
        "dimension": d_model - 1,
    }


def _both_encoders(comparison: Comparison) -> Derivation:
    """Every layer of both encoders, which have the same parameters."""
    post, x = comparison.given["encoder"], comparison.given["x"]
    pre = with_pre_norm(post)
    tensors: dict[str, Tensor] = {}
    steps: dict[str, Step] = {}
    origins: dict[str, Origin] = {}
    ends: tuple[tuple[Encoder, Part, str], ...] = (
        (post, "norm", "normed"),
        (pre, "residual", "residual"),
    )
    for side, (encoder, part, name) in zip(("right", "wrong"), ends, strict=True):
        made = _encoded(encoder, x, side)
        last = Block(part, "encoder", len(encoder.layers) - 1, 2, side)
        end = made.blocks[last][name]
        tensors |= made.tensors
        steps |= dict(made.steps) | {side: made.steps[end]}
        origins |= made.origins
    return Derivation(tensors, steps, origins=origins)


def _encoded(encoder: Encoder, x: Tensor, model: str) -> Computation:
    with trace(encoder) as records:
        encoder(x)
    return encoder_computation(encoder, records, x, model)


def _deviations(comparison: Comparison, _: Sizes) -> Figures:
    return {
        "layers": len(comparison.wrong),
        "deviation": float(spread(comparison.wrong[-1]).deviation.mean()),
    }


def deviation_note(_: float, row: Tensor) -> tuple[str, Figures]:
    """What a row's standard deviation is, as a `Mistake`'s note."""
    return "deviation", {"value": float(spread(row).deviation)}


def _over_layers(comparison: Comparison, sizes: Sizes) -> Points:
    layers = range(1, sizes["num_layers"] + 1)
    right, wrong = (spread(result).deviation.mean(-1).tolist() for result in comparison[1:])
    return list(layers), right, wrong


HEADS_WITHOUT_TRANSPOSE = Mistake(
    name="heads_without_transpose",
    topic="layers",
    equation=r"(seq,\, h \cdot d_k) \to (h,\, seq,\, d_k)",
    given=signed_tokens,
    right=split_heads,
    wrong=heads_without_transpose,
    test=test_concatenated_heads_equal_x,
    derivation=_from_both_heads,
    sizes=("seq_len", "num_heads"),
    suggestions={"four_heads": {"num_heads": 4}, "shorter": {"seq_len": 3}},
    kinds=(RESHAPING,),
    figures=_heads_figures,
    shown=_side_by_side,
    axes=(Axis("position"), CONCATENATED),
    position="token",
    picture=Picture("row", "column", "diverging", heads=True),
    note=_origin,
)
PRE_NORM = Mistake(
    name="pre_norm",
    topic="layers",
    equation=r"\mathrm{LayerNorm}\big(x + \mathrm{Sublayer}(x)\big)",
    given=untrained_encoder,
    right=post_norm_outputs,
    wrong=pre_norm_outputs,
    test=test_layer_output_has_standard_deviation_1,
    derivation=_both_encoders,
    sizes=("num_layers", "seed"),
    suggestions={"one_layer": {"num_layers": 1}, "deep": {"num_layers": 12}},
    figures=_deviations,
    shown=lambda outputs: outputs[-1],  # (seq_len, d_model)
    axes=vectors(),
    picture=Picture("position", "dimension", "diverging", compact=True, bars="deviation"),
    curve=Curve(_over_layers, "num_layers"),
    note=deviation_note,
)
MISTAKES = (HEADS_WITHOUT_TRANSPOSE, PRE_NORM)
