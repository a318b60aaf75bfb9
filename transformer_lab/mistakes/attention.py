"""Mistakes in the attention itself (section 3.2.1, equation 1)."""

import math
from collections.abc import Callable, Sequence
from functools import lru_cache

import torch
import torch.nn.functional as F
from torch import Tensor

from transformer_core.attention import attention
from transformer_core.masks import look_ahead_mask
from transformer_core.random_tensors import generator

LARGEST_D_K = 512
LONGEST = 12
D_K = 4
"""A width for mistakes in which the size of a query plays no part. Its root is exact, so no
rounding hides a zero."""
SENTENCES = 64
"""The number of random sentences over which a curve takes its mean."""


def queries_and_keys(seq_len: int = 6, d_k: int = D_K, seed: int = 11) -> dict[str, Tensor]:
    """Random Q and K, (seq_len, d_k) each, standard normal.

    Cut from one draw, so that a size that grows keeps the numbers already there.
    """
    draw = torch.randn(2, LONGEST, LARGEST_D_K, generator=generator(seed))
    Q, K = draw[:, :seq_len, :d_k]  # (seq_len, d_k) each
    return {"Q": Q, "K": K}


def masked_queries_and_keys(seq_len: int = 6, seed: int = 11) -> dict[str, Tensor]:
    """Random Q and K with the look-ahead mask."""
    return queries_and_keys(seq_len, seed=seed) | {"mask": look_ahead_mask(seq_len)}


def attention_weights(Q: Tensor, K: Tensor, mask: Tensor | None = None) -> Tensor:
    """The core's weights: (..., seq_q, seq_k)."""
    return attention(Q, K, K, mask).weights


def unscaled_weights(Q: Tensor, K: Tensor) -> Tensor:
    """Scores of d_k products each spread by sqrt(d_k): the softmax saturates as d_k grows."""
    scores = Q @ K.transpose(-2, -1)  # (..., seq_q, seq_k)
    # right: scaled = scores / math.sqrt(Q.size(-1))
    scaled = scores
    return torch.softmax(scaled, dim=-1)


def weights_over_queries(Q: Tensor, K: Tensor) -> Tensor:
    """Normalises over the queries instead of over the keys."""
    scaled = Q @ K.transpose(-2, -1) / math.sqrt(Q.size(-1))  # (..., seq_q, seq_k)
    # right: return torch.softmax(scaled, dim=-1)
    return torch.softmax(scaled, dim=-2)


def weights_masked_afterwards(Q: Tensor, K: Tensor, mask: Tensor) -> Tensor:
    """The weight that the softmax gave to hidden keys is lost: the rest no longer sums to 1."""
    scaled = Q @ K.transpose(-2, -1) / math.sqrt(Q.size(-1))  # (..., seq_q, seq_k)
    # right: return torch.softmax(scaled.masked_fill(mask, -math.inf), dim=-1)
    return torch.softmax(scaled, dim=-1).masked_fill(mask, 0.0)


def test_weights_match_torch(weights: Tensor, Q: Tensor, K: Tensor) -> None:
    # With the identity as values, the output is the weights.
    expected = F.scaled_dot_product_attention(Q, K, torch.eye(len(K)))
    assert torch.allclose(weights, expected, atol=1e-5)


def test_weights_of_each_query_sum_to_1(weights: Tensor) -> None:
    assert torch.allclose(weights.sum(-1), torch.ones(len(weights)), atol=1e-5)


def mean_largest_weight(
    attend: Callable[[Tensor, Tensor], Tensor], d_ks: Sequence[int], seed: int, seq_len: int = 6
) -> Tensor:
    """The share of its weight that a query gives to its favourite key, as d_k grows.

    Args:
        attend: makes weights of Q and K, (SENTENCES, seq_len, d_k) each.
        d_ks: each from 1 to LARGEST_D_K.

    Returns: (len(d_ks),), each a mean over SENTENCES * seq_len random queries; 1 / seq_len when
        all are even, 1 when the softmax is saturated.
    """
    Q, K = _many_queries_and_keys(seed, seq_len)
    largest = [attend(Q[..., :d_k], K[..., :d_k]).amax(-1).mean() for d_k in d_ks]
    return torch.stack(largest)


def score_gradients(d_k: int, seed: int, seq_len: int = 6) -> tuple[Tensor, Tensor]:
    """The gradient that comes back from a query's weights to its scores, right and unscaled.

    Returns: (SENTENCES * seq_len,) each, for every random query the norm of the derivative of its
        seq_len weights by its seq_len scores.
    """
    Q, K = (x[..., :d_k].double() for x in _many_queries_and_keys(seed, seq_len))
    right = _softmax_gradients(attention_weights(Q, K)) / math.sqrt(d_k)
    return right, _softmax_gradients(unscaled_weights(Q, K))


def _softmax_gradients(weights: Tensor) -> Tensor:
    """The norm of softmax's derivative, diag(w) - w w^T, for each row w: (rows,)."""
    w = weights.flatten(0, -2)  # (rows, seq_k)
    derivative = torch.diag_embed(w) - w.unsqueeze(-1) * w.unsqueeze(-2)  # (rows, seq_k, seq_k)
    return derivative.flatten(1).norm(dim=-1)


@lru_cache(maxsize=4)
def _many_queries_and_keys(seed: int, seq_len: int) -> Tensor:
    """Random Q and K of SENTENCES sentences: (2, SENTENCES, seq_len, LARGEST_D_K)."""
    return torch.randn(2, SENTENCES, seq_len, LARGEST_D_K, generator=generator(seed))
