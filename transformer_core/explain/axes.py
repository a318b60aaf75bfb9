"""The meaning of the axes of each block's tensors, by the tensors' own names in the block."""

from collections.abc import Mapping
from functools import cache

from transformer_core.explain.origin import (
    CONCATENATED,
    D_K,
    D_V,
    DIMENSION,
    FIGURE,
    HEAD,
    HIDDEN,
    Axes,
    Axis,
    Tokens,
)

AxesByName = Mapping[str, Axes]
GRIDS = ("scores", "scaled", "masked", "weights", "mask")
"""Tensors of an attention that have a number for each query and key."""


def vectors(tokens: Tokens = "") -> Axes:
    """One vector a token: (seq, d_model)."""
    return (Axis("position", tokens), DIMENSION)


@cache
def attention_axes(queries: Tokens = "", keys: Tokens = "", heads: Axes = ()) -> AxesByName:
    """Axes of `attention` (section 3.2.1): the queries are those of one sentence, the keys and
    values of another or of the same. `heads` comes first, where there are several.
    """
    query, key = Axis("query", queries), Axis("key", keys)
    return {
        "queries": (*heads, query, D_K),
        "keys": (*heads, key, D_K),
        "values": (*heads, key, D_V),
        **dict.fromkeys(GRIDS, (*heads, query, key)),
        "output": (*heads, query, D_V),
    }


@cache
def multi_head_axes(queries: Tokens = "", keys: Tokens = "") -> AxesByName:
    """Axes of a `MultiHeadAttention` (section 3.2.2), its parameters and its dropout."""
    attended = dict(attention_axes(queries, keys, (HEAD,)))
    query = Axis("query", queries)
    dropping = ("dropout.dropped", "weights_before_dropout", "weights.kept")
    return {
        "heads": attended.pop("output"),
        **attended,
        "concatenated": (query, CONCATENATED),
        "projected": (query, DIMENSION),
        **dict.fromkeys((f"{name}.weight" for name in ("w_q", "w_k", "w_v")), _SPLITTING),
        **dict.fromkeys((f"{name}.bias" for name in ("w_q", "w_k", "w_v")), (CONCATENATED,)),
        "w_o.weight": (DIMENSION, CONCATENATED),
        "w_o.bias": (DIMENSION,),
        **dict.fromkeys(dropping, attended["weights"]),
    }


_SPLITTING = (CONCATENATED, DIMENSION)
"""As torch keeps the weights of a linear layer: what comes out first."""


@cache
def feed_forward_axes(tokens: Tokens) -> AxesByName:
    """Axes of a `FeedForward` (section 3.3), its parameters and its dropout."""
    position = Axis("position", tokens)
    hidden = ("hidden", "activated", "dropout.dropped", "activated_before_dropout")
    return {
        **dict.fromkeys((*hidden, "activated.kept"), (position, HIDDEN)),
        "output": vectors(tokens),
        "linear_1.weight": (HIDDEN, DIMENSION),
        "linear_1.bias": (HIDDEN,),
        "linear_2.weight": (DIMENSION, HIDDEN),
        "linear_2.bias": (DIMENSION,),
    }


@cache
def residual_axes(tokens: Tokens) -> AxesByName:
    """Axes of a residual connection (section 3.1): the sublayer's output after dropout, the sum."""
    names = ("residual", "sublayer", "sublayer.kept", "dropout.dropped")
    return dict.fromkeys(names, vectors(tokens))


@cache
def norm_axes(tokens: Tokens) -> AxesByName:
    """Axes of a layer norm, and of mean and deviation before and after it."""
    return {
        "normed": vectors(tokens),
        "spread": (Axis("position", tokens), FIGURE),
        "weight": (DIMENSION,),
        "bias": (DIMENSION,),
    }


@cache
def embedding_axes(tokens: Tokens = "") -> AxesByName:
    """Axes of an embedding (section 3.4): the ids, the table, the rows looked up, also scaled."""
    return {
        "ids": (Axis("position", tokens),),
        "weight": (Axis("token", tokens), DIMENSION),
        "embeddings": vectors(tokens),
        "scaled": vectors(tokens),
    }


@cache
def encoding_axes(tokens: Tokens) -> AxesByName:
    """Axes of the positional encoding (section 3.5), its sum with the embedding, its dropout."""
    names = ("positions", "summed", "encoded", "encoded.kept", "dropout.dropped")
    return dict.fromkeys(names, vectors(tokens))


@cache
def stack_output_axes(tokens: Tokens) -> AxesByName:
    """Axes of the output of the encoder or the decoder; with pre-norm it comes from a norm."""
    return {"output": vectors(tokens), "norm.weight": (DIMENSION,), "norm.bias": (DIMENSION,)}


_LOGITS: Axes = (Axis("position", "tgt"), Axis("token", "tgt"))
OUTPUT_AXES: AxesByName = {
    "logits": _LOGITS,
    "weight": (Axis("token", "tgt"), DIMENSION),
    "bias": (Axis("token", "tgt"),),
}
SOFTMAX_AXES: AxesByName = {
    "probabilities": _LOGITS,
    "targets": (Axis("position", "tgt"),),
    "losses": (Axis("position", "tgt"),),
}
