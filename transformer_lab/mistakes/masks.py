"""Mistakes in the mask and in how it is filled in (sections 3.2.1 and 3.2.3)."""

import math

import torch
from torch import Tensor

from transformer_core.attention import attention
from transformer_core.masks import decoder_mask, look_ahead_mask
from transformer_lab.mistakes.attention import queries_and_keys

PAD_ID = 0


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
