"""The steps of a `GroupedAttention`."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace

from transformer_core.explain.assembled.masks import Hiding, mask
from transformer_core.explain.assembled.parts import linear
from transformer_core.explain.assembled.preparations import prepared
from transformer_core.explain.assembled.tracing import Tracing
from transformer_core.explain.axes import vectors
from transformer_core.explain.computation import Step
from transformer_core.explain.origin import (
    CONCATENATED,
    D_K,
    D_V,
    DIMENSION,
    HEAD,
    KV_CONCATENATED,
    KV_HEAD,
    TOKENS,
    Axes,
    Axis,
    Block,
    Tokens,
)
from transformer_core.variants.grouped_attention import GroupedAttention


@dataclass(frozen=True)
class Attending:
    """What an attention computes with.

    query, memory: names of the vectors that queries, and keys and values, are made of.
    bias: the name of what is added to scores, or None.
    """

    query: str
    memory: str
    hiding: Hiding
    bias: str | None = None


class AttentionSteps:
    """Adds the steps of the attention whose names start with `path`."""

    def __init__(self, to: Tracing, path: str, module: GroupedAttention, block: Block) -> None:
        self.to, self.path, self.module = to, path, module
        self.block = replace(block, number=None)
        tokens = TOKENS[block.stack]
        source: Tokens = "src" if block.part == "cross_attention" else tokens
        self.tokens, self.query, self.key = tokens, Axis("query", tokens), Axis("key", source)
        is_grouped = module.group > 1
        self.kv_head = KV_HEAD if is_grouped else HEAD
        self.kv_concatenated = KV_CONCATENATED if is_grouped else CONCATENATED

    def add(self, of: Attending) -> str:
        """Returns: the name of what the attention makes."""
        self._made(of)
        keys, values = self._for_each_head("keys", D_K), self._for_each_head("values", D_V)
        weights = self._weights(of, keys)
        step = Step("weighted_sum", {"weights": weights, "values": values})
        heads = self._make("heads", step, (HEAD, self.query, D_V))
        step = Step("concatenation", {"x": heads})
        concatenated = self._make("concatenated", step, (self.query, CONCATENATED))
        step = self._linear("w_o", concatenated, (DIMENSION, CONCATENATED))
        return self._make("projected", step, vectors(self.tokens))

    def _made(self, of: Attending) -> None:
        """Queries, keys and values, and what queries and keys were before they were prepared."""
        queries, keys = self._split("w_q", of.query), self._split("w_k", of.memory)
        for number, module in enumerate(self.module.preparations):
            of_keys = (self.kv_head, self.key, D_K)
            made = self._make(f"queries_{module.before}", queries, (HEAD, self.query, D_K))
            before = made, self._make(f"keys_{module.before}", keys, of_keys)
            path = f"{self.path}preparations.{number}"
            queries, keys = prepared(self.to, path, module, before, self.block)
        self._make("queries", queries, (HEAD, self.query, D_K))
        self._make("keys", keys, (self.kv_head, self.key, D_K))
        self._make("values", self._split("w_v", of.memory), (self.kv_head, self.key, D_V))

    def _split(self, layer: str, x: str) -> Step:
        """A linear layer that makes heads."""
        d_k = self.module.d_k
        out = CONCATENATED if layer == "w_q" else self.kv_concatenated
        count = self.to.tensors[f"{self.path}{layer}.weight"].size(0) // d_k
        return self._linear(layer, x, (out, DIMENSION), {"heads": count, "d_head": d_k})

    def _for_each_head(self, own: str, width: Axis) -> str:
        """Keys or values for each head of queries."""
        name, group = f"{self.path}{own}", self.module.group
        if group == 1:
            return name
        tensor = self.to.tensors[name].repeat_interleave(group, dim=0)  # (heads, seq_k, d_k)
        step = Step("shared_head", {"x": name}, {"group": group})
        axes = (HEAD, self.key, width)
        return self.to.make(f"{self.path}each_{own}", step, self.block, axes, f"each_{own}", tensor)

    def _weights(self, of: Attending, keys: str) -> str:
        """From scores to weights."""
        d_k, scale = self.module.d_k, self.module.scale
        grid = (HEAD, self.query, self.key)
        hidden = mask(
            self.to, self.path, replace(of.hiding, window=self.module.window), self.block, grid
        )
        x = self._make(
            "scores", Step("dot_product", {"left": f"{self.path}queries", "right": keys}), grid
        )
        factor = 1 / math.sqrt(d_k) if scale is None else scale
        scaling = Step("scaling", {"x": x}, {"factor": factor})
        x = self._make("scaled", scaling if factor != 1.0 else Step("copy", {"x": x}), grid)
        if self.module.cap is not None:
            x = self._make("capped", Step("soft_cap", {"x": x}, {"cap": self.module.cap}), grid)
        if of.bias is not None:
            x = self._make("biased", Step("sum", {"x": x, "y": of.bias}), grid)
        masking = (
            Step("copy", {"x": x}) if hidden is None else Step("masking", {"x": x, "mask": hidden})
        )
        masked = self._make("masked", masking, grid)
        return self._make("weights", Step("softmax", {"x": masked}), grid)

    def _linear(
        self, layer: str, x: str, axes: Axes, constants: Mapping[str, float] | None = None
    ) -> Step:
        return linear(self.to, f"{self.path}{layer}", x, self.block, layer, axes, constants or {})

    def _make(self, own: str, step: Step, axes: Axes) -> str:
        return self.to.make(f"{self.path}{own}", step, self.block, axes, own)
