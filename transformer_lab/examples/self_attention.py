"""Self-attention on one sentence, from its plainest form to several heads."""

from typing import NamedTuple

import torch
from torch import Tensor

from transformer_core.attention import AttentionSteps, attention
from transformer_core.checks import require_sizes
from transformer_core.random_tensors import generator


class SelfAttentionWeights(NamedTuple):
    """The three trained matrices, each (d, d), or (heads, d, d) for several heads."""

    U_query: Tensor
    U_key: Tensor
    U_value: Tensor


class SelfAttentionSteps(NamedTuple):
    """`AttentionSteps` with the queries, keys and values that they came from."""

    queries: Tensor
    keys: Tensor
    values: Tensor
    scores: Tensor
    scaled: Tensor
    masked: Tensor
    weights: Tensor
    output: Tensor


def plain_self_attention(X: Tensor) -> AttentionSteps:
    """Self-attention without weights or scaling: softmax(X X^T) X.

    Args:
        X: (seq_len, d), one row a word; it serves as queries, keys and values.
    """
    return attention(X, X, X, scale=1.0)


def weighted_self_attention(X: Tensor, U: SelfAttentionWeights) -> SelfAttentionSteps:
    """Scaled dot-product self-attention with weights that multiply each word from the left.

    A query is U_query x for a word x as a column; for all words at once (U_query X^T)^T, which is
    X U_query^T in the paper's notation. The scale is 1 / sqrt(d).

    Args:
        X: (seq_len, d), one row a word.
        U: matrices (d, d), or (heads, d, d) to compute every head at once.

    Returns: queries, keys, values and output (seq_len, d), the others (seq_len, seq_len), all
        with a leading (heads,) when U has one.
    Raises: ValueError when the last size of U is not d.
    """
    if U.U_query.size(-1) != X.size(-1):
        raise ValueError(f"X has d={X.size(-1)} but U_query has d={U.U_query.size(-1)}")
    queries, keys, values = ((u @ X.mT).mT for u in U)  # (heads, seq_len, d) or (seq_len, d)
    return SelfAttentionSteps(queries, keys, values, *attention(queries, keys, values))


def random_self_attention_weights(d: int, seed: int) -> SelfAttentionWeights:
    """Untrained weights: U_query, U_key, U_value in this order from one seeded generator.

    Returns: three (d, d) float32 matrices, uniform in [0, 1).
    """
    require_sizes({"d": d})
    draw = generator(seed)
    return SelfAttentionWeights(*(torch.rand(d, d, generator=draw) for _ in range(3)))


def random_multi_head_weights(d: int, num_heads: int, seed: int) -> SelfAttentionWeights:
    """Untrained weights of several heads, each of full width d.

    The generator first makes one (d, d) matrix that is thrown away, a single head's query weights:
    the notebook that these numbers follow shows it before it goes on to several heads.

    Returns: three (num_heads, d, d) float32 tensors, uniform in [0, 1).
    """
    require_sizes({"d": d, "num_heads": num_heads})
    draw = generator(seed)
    torch.rand(d, d, generator=draw)
    return SelfAttentionWeights(*(torch.rand(num_heads, d, d, generator=draw) for _ in range(3)))
