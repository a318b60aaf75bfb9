"""Scores that are not scaled: the softmax saturates as d_k grows (section 3.2.1)."""

import math
from collections.abc import Callable, Sequence
from functools import lru_cache

import torch
from torch import Tensor

from transformer_core.explain.computation import Step
from transformer_core.random_tensors import generator
from transformer_lab.mistakes.attention import (
    LARGEST_D_K,
    attention_weights,
    queries_and_keys,
    test_weights_match_torch,
    unscaled_weights,
)
from transformer_lab.mistakes.derivation import Derivation, derived_scores
from transformer_lab.mistakes.mistake import (
    Comparison,
    Curve,
    Figures,
    Mistake,
    Picture,
    Points,
    Sizes,
)

D_KS = (2, 4, 8, 16, 32, 64, 128, 256, 512)
SENTENCES = 64
"""The number of random sentences over which a curve takes its mean."""
LITTLE = 0.1
"""The share of the right gradient below which a gradient counts as lost."""


def _scaled_or_not(comparison: Comparison) -> Derivation:
    steps = {"right": Step("softmax", {"x": "scaled"}), "wrong": Step("softmax", {"x": "scores"})}
    return derived_scores(comparison.given).also({}, steps)


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


def _figures(comparison: Comparison, sizes: Sizes) -> Figures:
    tokens, d_k = comparison.given["Q"].shape
    right, wrong = score_gradients(d_k, sizes["seed"], tokens)
    return {
        "d_k": d_k,
        "tokens": tokens,
        "queries": SENTENCES * tokens,
        "lost": int((wrong < LITTLE * right).sum()),
        "mean": float(wrong.mean() / right.mean()),
    }


def _points(_: Comparison, sizes: Sizes) -> Points:
    return _saturation(sizes["seed"])


@lru_cache(maxsize=64)
def _saturation(seed: int) -> Points:
    both = (attention_weights, unscaled_weights)
    right, wrong = (mean_largest_weight(attend, D_KS, seed) for attend in both)
    return list(D_KS), right.tolist(), wrong.tolist()


UNSCALED_SCORES = Mistake(
    name="unscaled_scores",
    topic="scores",
    equation=r"\mathrm{softmax}\big(QK^{T}/\sqrt{d_k}\big)",
    given=queries_and_keys,
    right=attention_weights,
    wrong=unscaled_weights,
    test=test_weights_match_torch,
    derivation=_scaled_or_not,
    sizes=("d_k", "seed"),
    suggestions={"d_k_512": {"d_k": 512}, "d_k_2": {"d_k": 2}},
    figures=_figures,
    picture=Picture(bars="entropy"),
    curve=Curve(_points, "d_k"),
)
MISTAKES = (UNSCALED_SCORES,)
