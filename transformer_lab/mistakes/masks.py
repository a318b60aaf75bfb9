"""Mistakes in the mask and in how it is filled in (sections 3.2.1 and 3.2.3)."""

import math
from collections.abc import Callable, Sequence
from dataclasses import replace

import torch
import torch.nn.functional as F
from torch import Tensor

from transformer_core.attention import attention
from transformer_core.explain.computation import Step
from transformer_core.explain.kind import Kind, Notation
from transformer_core.explain.kinds.formulas import PLACE, query_and_key
from transformer_core.explain.kinds.rows import EXPONENTIALS, Softmax, share
from transformer_core.explain.origin import Axis
from transformer_core.explain.reading import Numbers
from transformer_core.masks import decoder_mask, look_ahead_mask
from transformer_lab.examples.attention_masks import OPPOSITE_MASK
from transformer_lab.measures.mask_effects import FILLED_MASK
from transformer_lab.mistakes.attention import (
    OTHER_LENGTHS,
    attention_weights,
    masked_queries_and_keys,
    queries_and_keys,
)
from transformer_lab.mistakes.derivation import Derivation, derived_scores
from transformer_lab.mistakes.mistake import Comparison, Mistake, Picture

PAD_ID = 0
FILL = -1e9
LONGEST = 8
"""Tokens of a sentence that may all be padding."""


def padding_first(seq_len: int = 5, padding: int = 2, seed: int = 11) -> dict[str, Tensor]:
    """Random Q and K of a sentence that starts with `padding` tokens of padding.

    From those everything is hidden: they are padding themselves, and what follows is the future.
    """
    token_ids = torch.arange(1, seq_len + 1)  # (seq_len,)
    token_ids[:padding] = PAD_ID
    mask = decoder_mask(token_ids.unsqueeze(0), PAD_ID)[0, 0]  # (seq_len, seq_len)
    return queries_and_keys(seq_len, seed=seed) | {"mask": mask}


def look_ahead_weights(Q: Tensor, K: Tensor) -> Tensor:
    """The core's weights with the future hidden: (seq_len, seq_len)."""
    return attention(Q, K, K, look_ahead_mask(len(K))).weights


def weights_hiding_itself(Q: Tensor, K: Tensor) -> Tensor:
    """The diagonal is hidden too: no token sees itself, and the first sees nothing."""
    seq_len = len(K)
    # right: mask = torch.ones(seq_len, seq_len, dtype=torch.bool).triu(1)
    mask = torch.ones(seq_len, seq_len, dtype=torch.bool).triu(0)
    return attention(Q, K, K, mask).weights


def weights_seeing_the_next(Q: Tensor, K: Tensor) -> Tensor:
    """One diagonal of the future stays visible: a token sees what it is to predict."""
    seq_len = len(K)
    # right: mask = torch.ones(seq_len, seq_len, dtype=torch.bool).triu(1)
    mask = torch.ones(seq_len, seq_len, dtype=torch.bool).triu(2)
    return attention(Q, K, K, mask).weights


def weights_of_the_inverted_mask(Q: Tensor, K: Tensor, mask: Tensor) -> Tensor:
    """torch's own function, which means by True that a key may be seen."""
    values = torch.eye(len(K))  # the output is then the weights
    # right: return F.scaled_dot_product_attention(Q, K, values, attn_mask=~mask)
    return F.scaled_dot_product_attention(Q, K, values, attn_mask=mask)


def weights_filled_with_minus_1e9(Q: Tensor, K: Tensor, mask: Tensor) -> Tensor:
    """Next to 1e9, float32 cannot represent a score: those of a fully hidden row become equal."""
    scaled = Q @ K.transpose(-2, -1) / math.sqrt(Q.size(-1))  # (seq_q, seq_k)
    # right: masked = scaled.masked_fill(mask, -math.inf)
    masked = scaled + mask * -1e9
    return torch.softmax(masked, dim=-1).nan_to_num(0.0)


def weights_filled_with_minus_infinity(Q: Tensor, K: Tensor, mask: Tensor) -> Tensor:
    """A wholly hidden row divides 0 by 0."""
    masked = (Q @ K.transpose(-2, -1) / math.sqrt(Q.size(-1))).masked_fill(mask, -math.inf)
    # right: return torch.softmax(masked, dim=-1).nan_to_num(0.0)
    return torch.softmax(masked, dim=-1)


def test_each_token_sees_itself(weights: Tensor) -> None:
    assert (weights.diagonal() > 0).all()


def test_no_token_sees_a_later_one(weights: Tensor) -> None:
    assert (weights.triu(1) == 0).all()


def test_hidden_keys_get_no_weight(weights: Tensor, mask: Tensor) -> None:
    assert (weights[mask] == 0).all()


def test_every_weight_is_a_number(weights: Tensor) -> None:
    assert not weights.isnan().any()


SHIFTED_MASK = Kind(
    "shifted_mask",
    PLACE,
    "",
    lambda _, n: float(n["key"] - n["query"] >= n["diagonal"]),
    query_and_key,
)


def _unguarded(terms: Sequence[float], n: Numbers) -> float:
    return share(terms, n) if n["total"] else math.nan


UNGUARDED_SOFTMAX = Kind(
    "unguarded_softmax",  # divides 0 by 0 where everything is hidden
    Softmax(),
    lambda n: EXPONENTIALS if n["total"] else "e^({x}) / ({terms})",
    _unguarded,
    notation=Notation(named=("maximum", "total"), sum_to_1="row"),
)


def _on_diagonals(diagonal: int) -> Callable[[Comparison], Derivation]:
    """The look-ahead mask, and one that starts on another diagonal."""

    def derivation(comparison: Comparison) -> Derivation:
        right = look_ahead_mask(len(comparison.given["K"]))
        shifted = torch.ones_like(right).triu(diagonal)
        steps = {
            "mask": Step("look_ahead_mask"),
            "wrong_mask": Step(SHIFTED_MASK.name, {}, {"diagonal": diagonal}),
            "right": Step("softmax", {"x": "masked"}),
            "wrong": Step("softmax", {"x": "wrong_masked"}),
        }
        derived = derived_scores(comparison.given).masked(right).masked(shifted, "wrong_")
        return derived.also({}, steps)

    return derivation


def _either_way_round(comparison: Comparison) -> Derivation:
    """The mask, and what torch's function makes of it."""
    mask = comparison.given["mask"]
    steps = {
        "mask": Step("look_ahead_mask"),
        "wrong_mask": Step(OPPOSITE_MASK.name, {"mask": "mask"}),
        "right": Step("softmax", {"x": "masked"}),
        "wrong": Step("softmax", {"x": "wrong_masked"}),
    }
    return derived_scores(comparison.given).masked(mask).masked(~mask, "wrong_").also({}, steps)


def _filled(comparison: Comparison, wrong: Step, other: Step, result: Tensor) -> Derivation:
    """Both ways to fill what is hidden; "other" is the `result` of the one not asked for."""
    given = comparison.given
    derived = derived_scores(given).masked(given["mask"])
    steps = {
        "padding": Step("padding_mask", {"ids": "token_ids"}, {"pad_id": PAD_ID}),
        "look_ahead": Step("look_ahead_mask"),
        "mask": Step("decoder_mask", {"padding": "padding", "look_ahead": "look_ahead"}),
        "filled": Step(FILLED_MASK.name, {"x": "scaled", "mask": "mask"}, {"fill": FILL}),
        "right": Step("softmax", {"x": "masked"}),
        "wrong": wrong,
        "other": other,
    }
    filled = derived.tensors["scaled"] + given["mask"] * FILL
    token_ids = (~given["mask"][-1]).long()
    return (
        derived.also({"filled": filled, "other": result}, steps)
        .also({"token_ids": token_ids}, {}, (Axis("position"),))
        .also({"padding": given["mask"][-1:]}, {}, (Axis("row"), Axis("key")))
        .also({"look_ahead": look_ahead_mask(len(given["K"]))}, {})
    )


_EVEN = Step("softmax", {"x": "filled"})
_NAN = Step(UNGUARDED_SOFTMAX.name, {"x": "masked"})


def _filled_with_minus_1e9(comparison: Comparison) -> Derivation:
    other = weights_filled_with_minus_infinity(**comparison.given)
    return _filled(comparison, _EVEN, _NAN, other)


def _filled_with_minus_infinity(comparison: Comparison) -> Derivation:
    other = weights_filled_with_minus_1e9(**comparison.given)
    return _filled(comparison, _NAN, _EVEN, other)


MASK_HIDES_ITSELF = Mistake(
    name="mask_hides_itself",
    topic="mask",
    equation=r"M_{ij} = -\infty \;\Leftrightarrow\; j > i",
    given=queries_and_keys,
    right=look_ahead_weights,
    wrong=weights_hiding_itself,
    test=test_each_token_sees_itself,
    derivation=_on_diagonals(0),
    sizes=("seq_len", "seed"),
    suggestions=OTHER_LENGTHS,
    kinds=(SHIFTED_MASK,),
    picture=Picture(masked=True),
)
MASK_LEAKS_NEXT = replace(
    MASK_HIDES_ITSELF,
    name="mask_leaks_next",
    wrong=weights_seeing_the_next,
    test=test_no_token_sees_a_later_one,
    derivation=_on_diagonals(2),
)
INVERTED = Mistake(
    name="inverted_mask",
    topic="mask",
    equation=r"M_{ij} = -\infty \;\Leftrightarrow\; \mathrm{hidden}_{ij}",
    given=masked_queries_and_keys,
    right=attention_weights,
    wrong=weights_of_the_inverted_mask,
    test=test_no_token_sees_a_later_one,
    derivation=_either_way_round,
    sizes=("seq_len", "seed"),
    suggestions=OTHER_LENGTHS,
    picture=Picture(masked=True),
)
MINUS_1E9 = Mistake(
    name="minus_1e9",
    topic="mask",
    equation=r"M_{ij} \in \{0, -\infty\}",
    given=padding_first,
    right=attention_weights,
    wrong=weights_filled_with_minus_1e9,
    test=test_hidden_keys_get_no_weight,
    derivation=_filled_with_minus_1e9,
    sizes=("seq_len", "padding", "seed"),
    suggestions={"one_padded": {"padding": 1}, "all_padded": {"padding": LONGEST}},
    kinds=(UNGUARDED_SOFTMAX,),
    picture=Picture(masked=True),
    other="minus_infinity",
)
MINUS_INFINITY = replace(
    MINUS_1E9,
    name="minus_infinity",
    wrong=weights_filled_with_minus_infinity,
    test=test_every_weight_is_a_number,
    derivation=_filled_with_minus_infinity,
    other="minus_1e9",
)
MISTAKES = (MASK_HIDES_ITSELF, MASK_LEAKS_NEXT, INVERTED, MINUS_1E9, MINUS_INFINITY)
