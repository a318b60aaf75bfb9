"""Heads that put most of their weight on the first token and take little from it: its sink."""

import torch
from torch import Tensor

from transformer_lab.measures.hidden_words import SHORT

MOST = 0.5
"""The share of the weight that counts as most of it."""
FEWEST_ROWS = 4
"""In fewer rows a causal mask alone puts much on the first token."""


def first_token_share(weights: Tensor) -> Tensor:
    """The weight on the first token, averaged over the rows after it.

    Args:
        weights: (heads, seq, seq) of self-attention.

    Returns: (heads,), from 0 to 1; NaN for a single token.
    """
    return weights[:, 1:, 0].mean(dim=-1)


def first_token_length(values: Tensor, heads: int) -> Tensor:
    """How long the first token's value is, as a share of the average length.

    Args:
        values: (kv_heads, seq, d_v), each shared by heads / kv_heads heads.

    Returns: (heads,).
    """
    lengths = values.norm(dim=-1)  # (kv_heads, seq)
    return (lengths[:, 0] / lengths.mean(dim=-1)).repeat_interleave(heads // values.size(0))


def is_first_token_sink(weights: Tensor, values: Tensor) -> Tensor:
    """Whether a head has more than MOST of its weight on the first token, whose value is at most
    SHORT times as long as on average.

    Args: as above.

    Returns: (heads,) of bool; all False with fewer than FEWEST_ROWS tokens.
    """
    if weights.size(-2) < FEWEST_ROWS:
        return torch.zeros(weights.size(0), dtype=torch.bool)
    is_short = first_token_length(values, weights.size(0)) <= SHORT
    return (first_token_share(weights) > MOST) & is_short
