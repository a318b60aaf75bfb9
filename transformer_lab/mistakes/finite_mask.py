"""A mask that is filled with a finite number: low scores leak the future (section 3.2.3)."""

import math
from functools import lru_cache

import torch
from torch import Tensor

from transformer_core.explain.computation import Step
from transformer_core.explain.kind import Kind
from transformer_core.explain.kinds.same_place import X
from transformer_core.explain.reading import Numbers, OutputCell
from transformer_core.masks import look_ahead_mask
from transformer_lab.mistakes.attention import (
    attention_weights,
    queries_and_keys,
    weight_on_hidden,
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

FILL = -10_000.0
LOWERED = (9_995, 10_000, 10_005, 10_010, 20_000)
"""How far scores are lowered: from where hidden keys get a weight that can be seen."""


def lowered_scores(seq_len: int = 6, lowered: int = 20_000, seed: int = 11) -> dict[str, Tensor]:
    """Random Q and K with the look-ahead mask, all of whose scaled scores are `lowered` alike.

    One dimension of the keys is a constant, as a bias can make it; that of the queries then shifts
    all scores. A softmax does not change when all its numbers do by the same amount. In float64,
    in which scores so low keep their decimals.
    """
    Q, K = (given.double() for given in queries_and_keys(seq_len, seed=seed).values())
    Q[:, -1], K[:, -1] = -lowered * math.sqrt(Q.size(-1)), 1.0
    return {"Q": Q, "K": K, "mask": look_ahead_mask(seq_len)}


def weights_filled_with_minus_10000(Q: Tensor, K: Tensor, mask: Tensor) -> Tensor:
    """Where the scores of all visible keys are lower still, the hidden keys get the weight."""
    scaled = Q @ K.transpose(-2, -1) / math.sqrt(Q.size(-1))  # (seq_q, seq_k)
    # right: masked = scaled.masked_fill(mask, -math.inf)
    masked = scaled.masked_fill(mask, -10_000)
    return torch.softmax(masked, dim=-1)


def test_low_scores_leak_nothing(weights: Tensor, mask: Tensor) -> None:
    assert (weights[mask] == 0).all()


def _fill(cell: OutputCell) -> Numbers:
    return {"hidden": cell.number("mask"), "fill": cell.step.constants["fill"]}


FILLING = Kind(
    "filling",
    X,
    lambda n: "{fill}" if n["hidden"] else "{terms}",
    lambda terms, n: n["fill"] if n["hidden"] else terms[0],
    _fill,
    remark=lambda _, n: "filled" if n["hidden"] else "",
)


def _filled(comparison: Comparison) -> Derivation:
    mask = comparison.given["mask"]
    derived = derived_scores(comparison.given).masked(mask)
    steps = {
        "mask": Step("look_ahead_mask"),
        "finite": Step(FILLING.name, {"x": "scaled", "mask": "mask"}, {"fill": FILL}),
        "right": Step("softmax", {"x": "masked"}),
        "wrong": Step("softmax", {"x": "finite"}),
    }
    return derived.also({"finite": derived.tensors["scaled"].masked_fill(mask, FILL)}, steps)


def _leaked(comparison: Comparison, sizes: Sizes) -> Figures:
    given, _, wrong = comparison
    leaked = weight_on_hidden(wrong, given["mask"])
    return {"lowered": sizes["lowered"], "percent": 100 * leaked}


def _over_lowering(comparison: Comparison, sizes: Sizes) -> Points:
    return _leaks(len(comparison.right), sizes["seed"])


@lru_cache(maxsize=64)
def _leaks(seq_len: int, seed: int) -> Points:
    amounts = sorted({*LOWERED, *range(0, LOWERED[-1], 1000), *range(9_980, 10_021, 2)})
    made = [FINITE_MASK.compare(seq_len=seq_len, lowered=by, seed=seed) for by in amounts]
    right = [weight_on_hidden(one.right, one.given["mask"]) for one in made]
    wrong = [weight_on_hidden(one.wrong, one.given["mask"]) for one in made]
    return list(amounts), right, wrong


FINITE_MASK = Mistake(
    name="finite_mask",
    topic="mask",
    equation=r"M_{ij} \in \{0, -\infty\}",
    given=lowered_scores,
    right=attention_weights,
    wrong=weights_filled_with_minus_10000,
    test=test_low_scores_leak_nothing,
    derivation=_filled,
    sizes=("seq_len", "lowered", "seed"),
    suggestions={"just_above": {"lowered": LOWERED[0]}, "as_low": {"lowered": LOWERED[1]}},
    kinds=(FILLING,),
    figures=_leaked,
    picture=Picture(masked=True),
    curve=Curve(_over_lowering, "lowered", is_option=False),
)
MISTAKES = (FINITE_MASK,)
