"""Mistakes in the attention itself (section 3.2.1, equation 1)."""

import math

import torch
import torch.nn.functional as F
from torch import Tensor

from transformer_core.attention import attention
from transformer_core.explain.computation import Step
from transformer_core.explain.kind import Kind, Notation
from transformer_core.explain.kinds.rows import EXPONENTIALS, Softmax, share
from transformer_core.explain.kinds.same_place import X
from transformer_core.masks import look_ahead_mask
from transformer_core.random_tensors import generator
from transformer_lab.measures.mask_effects import ZEROED
from transformer_lab.mistakes.derivation import Derivation, derived_scores
from transformer_lab.mistakes.mistake import Comparison, Figures, Mistake, Picture, Sizes

LARGEST_D_K = 512
LONGEST = 12
D_K = 4
"""A width for mistakes in which the size of a query plays no part. Its root is exact, so no
rounding hides a zero."""


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


def weights_of_multiplied_scores(Q: Tensor, K: Tensor, mask: Tensor) -> Tensor:
    """A hidden score becomes 0, and e^0 is 1: as much weight as any key may get."""
    scaled = Q @ K.transpose(-2, -1) / math.sqrt(Q.size(-1))  # (..., seq_q, seq_k)
    # right: masked = scaled.masked_fill(mask, -math.inf)
    masked = scaled * ~mask
    return torch.softmax(masked, dim=-1)


def test_weights_match_torch(weights: Tensor, Q: Tensor, K: Tensor) -> None:
    # With the identity as values, the output is the weights.
    expected = F.scaled_dot_product_attention(Q, K, torch.eye(len(K)))
    assert torch.allclose(weights, expected, atol=1e-5)


def test_hidden_keys_have_no_weight(weights: Tensor, mask: Tensor) -> None:
    assert (weights[mask] == 0).all()


def test_weights_of_each_query_sum_to_1(weights: Tensor) -> None:
    assert torch.allclose(weights.sum(-1), torch.ones(len(weights)), atol=1e-5)


SOFTMAX_OVER_QUERIES = Kind(
    "softmax_over_queries",
    Softmax(-2),
    lambda n: EXPONENTIALS if n["total"] else "",
    share,
    notation=Notation(sum_to_1="column"),
)
MASKING_AFTERWARDS = Kind(
    "masking_afterwards",  # a weight that is thrown away where the mask hides it
    X,
    "{terms} · {visible}",
    lambda terms, n: terms[0] * n["visible"],
    lambda cell: {"visible": 1.0 - cell.number("mask")},
    remark=lambda _, n: "" if n["visible"] else "hidden_afterwards",
)


def _along_either_axis(comparison: Comparison) -> Derivation:
    kinds = {"right": "softmax", "wrong": SOFTMAX_OVER_QUERIES.name}
    steps = {side: Step(kind, {"x": "scaled"}) for side, kind in kinds.items()}
    return derived_scores(comparison.given).also({}, steps)


def _masked_before_or_after(comparison: Comparison) -> Derivation:
    derived = derived_scores(comparison.given).masked(comparison.given["mask"])
    steps = {
        "mask": Step("look_ahead_mask"),
        "right": Step("softmax", {"x": "masked"}),
        "unmasked": Step("softmax", {"x": "scaled"}),
        "wrong": Step(MASKING_AFTERWARDS.name, {"x": "unmasked", "mask": "mask"}),
    }
    return derived.also({"unmasked": torch.softmax(derived.tensors["scaled"], dim=-1)}, steps)


def _added_or_multiplied(comparison: Comparison) -> Derivation:
    mask = comparison.given["mask"]
    derived = derived_scores(comparison.given).masked(mask)
    steps = {
        "mask": Step("look_ahead_mask"),
        "multiplied": Step(ZEROED.name, {"x": "scaled", "mask": "mask"}),
        "right": Step("softmax", {"x": "masked"}),
        "wrong": Step("softmax", {"x": "multiplied"}),
    }
    return derived.also({"multiplied": derived.tensors["scaled"] * ~mask}, steps)


def weight_on_hidden(weights: Tensor, mask: Tensor) -> float:
    """The weight on hidden keys: a mean over the queries from which something is hidden."""
    return float(weights.masked_fill(~mask, 0.0).sum(-1)[mask.any(-1)].mean())


def _leaked(comparison: Comparison, _: Sizes) -> Figures:
    return {"percent": 100 * weight_on_hidden(comparison.wrong, comparison.given["mask"])}


OTHER_LENGTHS = {"longer": {"seq_len": 7}, "shorter": {"seq_len": 3}}
OVER_QUERIES = Mistake(
    name="softmax_over_queries",
    topic="scores",
    equation=r"\textstyle\sum_j w_{ij} = 1",
    given=queries_and_keys,
    right=attention_weights,
    wrong=weights_over_queries,
    test=test_weights_of_each_query_sum_to_1,
    derivation=_along_either_axis,
    sizes=("seq_len", "seed"),
    suggestions=OTHER_LENGTHS,
    kinds=(SOFTMAX_OVER_QUERIES,),
    picture=Picture(bars="sum"),
)
MASK_AFTER_SOFTMAX = Mistake(
    name="mask_after_softmax",
    topic="mask",
    equation=r"\mathrm{softmax}\big(QK^{T}/\sqrt{d_k} + M\big)",
    given=masked_queries_and_keys,
    right=attention_weights,
    wrong=weights_masked_afterwards,
    test=test_weights_of_each_query_sum_to_1,
    derivation=_masked_before_or_after,
    sizes=("seq_len", "seed"),
    suggestions=OTHER_LENGTHS,
    kinds=(MASKING_AFTERWARDS,),
    picture=Picture(masked=True, bars="sum"),
)
MULTIPLIED_MASK = Mistake(
    name="multiplied_mask",
    topic="mask",
    equation=r"\mathrm{softmax}\big(QK^{T}/\sqrt{d_k} + M\big)",
    given=masked_queries_and_keys,
    right=attention_weights,
    wrong=weights_of_multiplied_scores,
    test=test_hidden_keys_have_no_weight,
    derivation=_added_or_multiplied,
    sizes=("seq_len", "seed"),
    suggestions=OTHER_LENGTHS,
    figures=_leaked,
    picture=Picture(masked=True),
)
MISTAKES = (OVER_QUERIES, MASK_AFTER_SOFTMAX, MULTIPLIED_MASK)
