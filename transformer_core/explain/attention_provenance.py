"""The step that made each tensor of one attention, with one head or several."""

import math
from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from typing import TypeVar

from torch import Tensor

from transformer_core.attention import AttentionSteps
from transformer_core.explain.axes import attention_axes, vectors
from transformer_core.explain.computation import Cell, Computation, Step
from transformer_core.explain.origin import DIMENSION, Origin
from transformer_core.multi_head_attention import MultiHeadAttention

T = TypeVar("T")


def attention_steps(
    names: Mapping[str, str], factor: float, mask: str | None = None
) -> Iterator[tuple[str, Step]]:
    """The steps of `attention` (section 3.2.1, equation 1).

    Args:
        names: what the tensors are called, by "queries", "keys", "values", "scores", "scaled",
            "masked", "weights" and "output".
        factor: what the scores were multiplied with.
        mask: the name of the mask, True = hidden, when there is one.
    """
    yield names["scores"], Step("dot_product", {"left": names["queries"], "right": names["keys"]})
    yield names["scaled"], Step("scaling", {"x": names["scores"]}, {"factor": factor})
    if mask is None:
        yield names["masked"], Step("copy", {"x": names["scaled"]})
    else:
        yield names["masked"], Step("masking", {"x": names["scaled"], "mask": mask})
    yield names["weights"], Step("softmax", {"x": names["masked"]})
    weighted = {"weights": names["weights"], "values": names["values"]}
    yield names["output"], Step("weighted_sum", weighted)


def attention_computation(
    Q: Tensor, K: Tensor, V: Tensor, steps: AttentionSteps, mask: Tensor | None, factor: float
) -> Computation:
    """One attention. Q is (seq_q, d_k), K (seq_k, d_k), V (seq_k, d_v); the steps are 2-D."""
    tensors = {"Q": Q, "K": K, "V": V, **steps._asdict()}
    if mask is not None:
        tensors["mask"] = mask
    names = {name: name for name in steps._fields} | {"queries": "Q", "keys": "K", "values": "V"}
    made = dict(attention_steps(names, factor, None if mask is None else "mask"))
    axes = attention_axes()
    origins = {tensor: Origin(name, axes[name]) for name, tensor in names.items()}
    if mask is not None:
        origins["mask"] = Origin("mask", axes["mask"])
    return Computation(tensors, made, origins=origins)


def weights_straight_from(
    computation: Computation, before: str, passed: Collection[str]
) -> Computation:
    """An attention whose weights come straight from `before`: the steps `passed` change nothing."""

    def rest(by_name: Mapping[str, T]) -> dict[str, T]:
        return {name: one for name, one in by_name.items() if name not in passed}

    return replace(
        computation,
        tensors=rest(computation.tensors),
        steps=rest(computation.steps) | {"weights": Step("softmax", {"x": before})},
        origins=rest(computation.origins),
    )


def projected_computation(
    attended: Computation, made: Mapping[str, Tensor], by_hand: Collection[Cell] = ()
) -> Computation:
    """An attention whose Q, K and V were made of embeddings: Q = X W_Q, K = X W_K, V = X W_V.

    `made` has X, W_Q, W_K and W_V; `by_hand` are the cells of Q, K and V that were set otherwise.
    """
    steps = {name: Step("matrix_product", {"left": "X", "right": f"W_{name}"}) for name in "QKV"}
    tensors = {**attended.tensors, **made}
    axes = {"X": vectors()} | {
        f"W_{name}": (DIMENSION, attended.origins[name].axes[-1]) for name in "QKV"
    }
    origins = {**attended.origins, **{name: Origin(name, own) for name, own in axes.items()}}
    return Computation(tensors, {**attended.steps, **steps}, frozenset(by_hand), origins)


def multi_head_steps(
    path: str, module: MultiHeadAttention, query: str, memory: str, mask: str | None
) -> Iterator[tuple[str, Step]]:
    """The steps of a `MultiHeadAttention` whose records start with `path`.

    `query` and `memory` name the tensors that it attends from and to, `mask` what it hides when
    there is one.
    """
    d_k = module.w_q.out_features // module.num_heads
    heads = {"heads": module.num_heads, "d_head": d_k}
    sources = {"queries": ("w_q", query), "keys": ("w_k", memory), "values": ("w_v", memory)}
    for name, (linear, x) in sources.items():
        yield f"{path}{name}", Step("linear", linear_of(f"{path}{linear}", x), heads)
    names = {name: path + name for name in (*sources, *AttentionSteps._fields)}
    names["output"] = f"{path}heads"
    factor = 1 / math.sqrt(d_k) if module.scale is None else module.scale
    yield from attention_steps(names, factor, mask)
    yield f"{path}concatenated", Step("concatenation", {"x": f"{path}heads"})
    yield f"{path}projected", Step("linear", linear_of(f"{path}w_o", f"{path}concatenated"))


def linear_of(path: str, x: str) -> dict[str, str]:
    """The inputs of a linear layer at `path` that is applied to `x`."""
    return {"x": x, "weight": f"{path}.weight", "bias": f"{path}.bias"}
