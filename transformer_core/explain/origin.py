"""The block of a model that a tensor is from, and what each of its axes counts, by name."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, NamedTuple

Tokens = Literal["src", "tgt", ""]
Stack = Literal["encoder", "decoder", ""]
Part = Literal[
    "input",
    "embedding",
    "positional_encoding",
    "self_attention",
    "cross_attention",
    "feed_forward",
    "residual",
    "norm",
    "output",
    "softmax",
]
SUBLAYERS: Mapping[Stack, tuple[Part, ...]] = {
    "encoder": ("self_attention", "feed_forward"),
    "decoder": ("self_attention", "cross_attention", "feed_forward"),
}
TOKENS: Mapping[Stack, Tokens] = {"encoder": "src", "decoder": "tgt"}
"""Whose tokens go through each stack."""
Role = Literal[
    "head",
    "kv_head",
    "query",
    "key",
    "position",
    "other",
    "dimension",
    "d_k",
    "d_v",
    "concatenated",
    "kv_concatenated",
    "pair",
    "width",
    "hidden",
    "token",
    "place",
    "type",
    "bucket",
    "figure",
    "row",
    "step",
]


class Axis(NamedTuple):
    """The meaning of one axis of a tensor.

    | role | size |
    | --- | --- |
    | head | num_heads |
    | kv_head | heads of keys and values, where several heads of queries share one |
    | query, key | the tokens that attend, and those that are attended to |
    | position | the tokens of a sentence where none attends to another |
    | other | the positions with which each of them is compared |
    | dimension | d_model |
    | d_k, d_v | one head's share of it |
    | concatenated | d_model, the concatenated heads; in some models num_heads d_k is another size |
    | kv_concatenated | the concatenated heads of keys or values, where there are fewer |
    | pair | the pairs of numbers that rotary positions turn |
    | width | of embeddings, or of what the output layer takes, where it need not be d_model |
    | hidden | d_ff |
    | token | a vocabulary |
    | place | the positions that a model has learnt a vector for |
    | type | the types of tokens, such as first and second sentence |
    | bucket | the groups of distances that share one bias |
    | figure | the figures that sum something up: mean and deviation before a norm and after it |
    | row | 1, which counts for all queries |
    | step | the steps of a training |
    """

    role: Role
    tokens: Tokens = ""
    """Whose tokens they are, or whose vocabulary; nothing where there is only one sentence."""


Axes = tuple[Axis, ...]
HEAD, KV_HEAD = Axis("head"), Axis("kv_head")
DIMENSION = Axis("dimension")
D_K, D_V = Axis("d_k"), Axis("d_v")
CONCATENATED, KV_CONCATENATED = Axis("concatenated"), Axis("kv_concatenated")
PAIR = Axis("pair")
WIDTH = Axis("width")
HIDDEN = Axis("hidden")
FIGURE = Axis("figure")


@dataclass(frozen=True)
class Block:
    """One box of the paper's figure 1; "Add & Norm" are two, "residual" and "norm"."""

    part: Part
    stack: Stack = ""
    layer: int | None = None
    """Counted from 0; None outside the layers."""
    number: int | None = None
    """For a residual connection or a norm, the number of its sublayer, counted from 1."""
    model: str = ""
    """The model, where there are several."""


class Origin(NamedTuple):
    """The origin of a tensor: the block that makes or holds it, and its name in that block."""

    name: str
    axes: Axes
    """One for each dimension of the tensor, in their order."""
    block: Block | None = None
    """None where there is no model, as for one attention alone."""

    @property
    def roles(self) -> tuple[Role, ...]:
        return tuple(axis.role for axis in self.axes)
