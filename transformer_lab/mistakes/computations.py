"""Both results of a mistake laid open: the steps that lead to the right one and to the wrong one.

In each computation "right", "wrong" and "difference" are what is compared, as `as_matrix` cuts it
out; the two ways share the tensors that they have in common.
"""

import math
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import NamedTuple

import torch
import torch.nn.functional as F
from torch import Tensor

from transformer_core.attention import attention
from transformer_core.encoder import Encoder
from transformer_core.explain.computation import Computation, Step
from transformer_core.explain.origin import Block, Origin, Part
from transformer_core.explain.provenance import encoder_computation
from transformer_core.masks import look_ahead_mask
from transformer_core.positional_encoding import positional_encoding
from transformer_core.trace import trace
from transformer_lab.mistakes import layers
from transformer_lab.mistakes.axes import TENSOR_AXES, compared_axes
from transformer_lab.mistakes.masks import (
    PAD_ID,
    weights_filled_with_minus_1e9,
    weights_filled_with_minus_infinity,
)
from transformer_lab.mistakes.mistake import Comparison
from transformer_lab.mistakes.training import LAST_STEP, rates, rates_with_misprinted_exponent

Steps = dict[str, Step]
Tensors = dict[str, Tensor]
COMPARED = ("right", "wrong", "other", "difference")
BASE = 10_000.0
FILL = -1e9


class Way(NamedTuple):
    """The steps that lead to both results; the `origins` of those tensors that a model has."""

    tensors: Tensors
    steps: Steps
    origins: Mapping[str, Origin] = MappingProxyType({})


def as_matrix(name: str, result: Tensor) -> Tensor:
    """The part of a result that is looked at: (rows, cols), or the numbers that it has."""
    if name == "heads_without_transpose":
        return result.transpose(1, 2).flatten(2)[0]  # (seq_len, heads * d_k)
    if name == "pre_norm":
        return result[-1]  # (seq_len, d_model)
    if name == "unscaled_embeddings":
        return result[0]
    return result.reshape(-1) if name == "loss_over_padding" else result


def mistake_computation(name: str, comparison: Comparison) -> Computation:
    """The computation of every number of a comparison.

    The learning rate's "right" and "wrong" hold every step from 0, whichever are compared.
    """
    right, wrong = (as_matrix(name, result) for result in comparison[1:])
    compared = {"right": right, "wrong": wrong}
    with torch.inference_mode():
        way = _WAYS[name](comparison)
    tensors = compared | way.tensors
    tensors["difference"] = tensors["wrong"] - tensors["right"]
    steps = way.steps | {"difference": Step("difference", {"x": "wrong", "y": "right"})}
    axes = dict(TENSOR_AXES) | dict.fromkeys(COMPARED, compared_axes(name))
    origins = {tensor: Origin(tensor, axes[tensor]) for tensor in tensors if tensor in axes}
    return Computation(tensors, steps, origins={**origins, **way.origins})


def _scores(comparison: Comparison) -> Way:
    """Scores and scaled scores, which every way of attending starts with."""
    Q, K = comparison.given["Q"], comparison.given["K"]
    made = attention(Q, K, K)
    steps = {
        "scores": Step("dot_product", {"left": "Q", "right": "K"}),
        "scaled": Step("scaling", {"x": "scores"}, {"factor": 1 / math.sqrt(Q.size(-1))}),
    }
    return Way({"Q": Q, "K": K, "scores": made.scores, "scaled": made.scaled}, steps)


def _masked(way: Way, mask: Tensor, name: str = "") -> Way:
    """The same with a mask, named "mask" after `name`, and the scores that it leaves."""
    tensors, steps, _ = way
    masked = tensors["scaled"].masked_fill(mask, -math.inf)
    step = Step("masking", {"x": "scaled", "mask": f"{name}mask"})
    return Way(
        tensors | {f"{name}mask": mask, f"{name}masked": masked},
        steps | {f"{name}masked": step},
    )


def _unscaled_scores(comparison: Comparison) -> Way:
    tensors, steps, _ = _scores(comparison)
    steps |= {"right": Step("softmax", {"x": "scaled"}), "wrong": Step("softmax", {"x": "scores"})}
    return Way(tensors, steps)


def _softmax_over_queries(comparison: Comparison) -> Way:
    tensors, steps, _ = _scores(comparison)
    steps["right"] = Step("softmax", {"x": "scaled"})
    steps["wrong"] = Step("softmax_over_queries", {"x": "scaled"})
    return Way(tensors, steps)


def _mask_after_softmax(comparison: Comparison) -> Way:
    tensors, steps, _ = _masked(_scores(comparison), comparison.given["mask"])
    tensors["unmasked"] = torch.softmax(tensors["scaled"], dim=-1)
    steps |= {
        "mask": Step("look_ahead_mask"),
        "right": Step("softmax", {"x": "masked"}),
        "unmasked": Step("softmax", {"x": "scaled"}),
        "wrong": Step("masking_afterwards", {"x": "unmasked", "mask": "mask"}),
    }
    return Way(tensors, steps)


def _shifted_mask(diagonal: int) -> Callable[[Comparison], Way]:
    """A look-ahead mask that starts on another diagonal than the first above the main one."""

    def way(comparison: Comparison) -> Way:
        right = look_ahead_mask(len(comparison.given["K"]))
        shifted = torch.ones_like(right).triu(diagonal)
        tensors, steps, _ = _masked(_masked(_scores(comparison), right), shifted, "wrong_")
        steps |= {
            "mask": Step("look_ahead_mask"),
            "wrong_mask": Step("shifted_mask", {}, {"diagonal": diagonal}),
            "right": Step("softmax", {"x": "masked"}),
            "wrong": Step("softmax", {"x": "wrong_masked"}),
        }
        return Way(tensors, steps)

    return way


def _filled(filled_with: str, other: str) -> Callable[[Comparison], Way]:
    """Both ways to fill what is hidden; the one that is not asked for is called "other"."""

    def way(comparison: Comparison) -> Way:
        given = comparison.given
        tensors, steps, _ = _masked(_scores(comparison), given["mask"])
        tensors["filled"] = tensors["scaled"] + given["mask"] * FILL
        wrongs = {
            "minus_1e9": weights_filled_with_minus_1e9,
            "minus_infinity": weights_filled_with_minus_infinity,
        }
        tensors["other"] = wrongs[other](**given)
        tensors["token_ids"] = (~given["mask"][-1]).long()
        tensors["padding"] = given["mask"][-1:]
        tensors["look_ahead"] = look_ahead_mask(len(given["K"]))
        softmaxes = {
            "minus_1e9": Step("softmax", {"x": "filled"}),
            "minus_infinity": Step("unguarded_softmax", {"x": "masked"}),
        }
        steps |= {
            "padding": Step("padding_mask", {"ids": "token_ids"}, {"pad_id": PAD_ID}),
            "look_ahead": Step("look_ahead_mask"),
            "mask": Step("decoder_mask", {"padding": "padding", "look_ahead": "look_ahead"}),
            "filled": Step("finite_masking", {"x": "scaled", "mask": "mask"}, {"fill": FILL}),
            "right": Step("softmax", {"x": "masked"}),
            "wrong": softmaxes[filled_with],
            "other": softmaxes[other],
        }
        return Way(tensors, steps)

    return way


def _one_speed(comparison: Comparison) -> Way:
    constants = {"d_model": comparison.given["d_model"], "base": BASE}
    steps = {
        "right": Step("positional_encoding", {}, constants),
        "wrong": Step("positional_encoding", {}, constants | {"pair": 0}),
    }
    return Way({}, steps)


def _unscaled_embeddings(comparison: Comparison) -> Way:
    model, token_ids = comparison.given["model"], comparison.given["token_ids"][0]
    d_model, table = model.config.d_model, model.src_embedding.weight.detach()
    tensors = {"token_ids": token_ids, "table": table, "embedding": table[token_ids]}
    tensors["encoding"] = positional_encoding(len(token_ids), d_model)
    of = {"x": "embedding", "y": "encoding"}
    steps = {
        "embedding": Step("embedding", {"ids": "token_ids", "table": "table"}),
        "encoding": Step("positional_encoding", {}, {"d_model": d_model, "base": BASE}),
        "right": Step("scaled_sum", of, {"factor": math.sqrt(d_model)}),
        "wrong": Step("sum", of),
    }
    return Way(tensors, steps)


def _heads_without_transpose(comparison: Comparison) -> Way:
    constants = {"d_head": comparison.wrong.size(-1)}
    steps = {
        "right": Step("copy", {"x": "x"}),
        "wrong": Step("reshaping", {"x": "x"}, constants),
    }
    return Way({"x": comparison.given["x"][0]}, steps)


def _pre_norm(comparison: Comparison) -> Way:
    """Every layer of both encoders, which have the same parameters."""
    post, x = comparison.given["encoder"], comparison.given["x"]
    pre = layers.with_pre_norm(post)
    tensors: dict[str, Tensor] = {}
    steps: Steps = {}
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
    return Way(tensors, steps, origins)


def _encoded(encoder: Encoder, x: Tensor, model: str) -> Computation:
    with trace(encoder) as records:
        encoder(x)
    return encoder_computation(encoder, records, x, model)


def _loss_over_padding(comparison: Comparison) -> Way:
    logits, targets = comparison.given["logits"][0], comparison.given["targets"][0]
    tensors = {"logits": logits, "targets": targets}
    tensors["losses"] = F.cross_entropy(logits, targets, ignore_index=PAD_ID, reduction="none")
    of = {"logits": "logits", "targets": "targets"}
    steps = {
        "losses": Step("cross_entropy", of, {"smoothing": 0.0, "pad_id": PAD_ID}),
        "right": Step("average", {"x": "losses"}, {"count": int((targets != PAD_ID).sum())}),
        "wrong": Step("average", {"x": "losses"}, {"count": len(targets)}),
    }
    return Way(tensors, steps)


def _warmup_exponent(comparison: Comparison) -> Way:
    every = torch.arange(LAST_STEP + 1, dtype=torch.float64)
    sizes = {name: comparison.given[name] for name in ("d_model", "warmup_steps")}
    tensors = {
        "right": rates(every, **sizes),
        "wrong": rates_with_misprinted_exponent(every, **sizes),
    }
    steps = {
        "right": Step("learning_rate", {}, sizes | {"factor": 1.0}),
        "wrong": Step("misprinted_learning_rate", {}, sizes),
    }
    return Way(tensors, steps)


_WAYS: dict[str, Callable[[Comparison], Way]] = {
    "unscaled_scores": _unscaled_scores,
    "softmax_over_queries": _softmax_over_queries,
    "mask_after_softmax": _mask_after_softmax,
    "mask_hides_itself": _shifted_mask(0),
    "mask_leaks_next": _shifted_mask(2),
    "minus_1e9": _filled("minus_1e9", "minus_infinity"),
    "minus_infinity": _filled("minus_infinity", "minus_1e9"),
    "one_speed": _one_speed,
    "unscaled_embeddings": _unscaled_embeddings,
    "heads_without_transpose": _heads_without_transpose,
    "pre_norm": _pre_norm,
    "loss_over_padding": _loss_over_padding,
    "warmup_exponent": _warmup_exponent,
}
