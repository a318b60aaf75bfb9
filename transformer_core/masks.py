"""Masks: which keys a query may not see. Boolean, True = hidden."""

import torch
from torch import Tensor

from transformer_core.checks import require_sizes


def padding_mask(token_ids: Tensor, pad_id: int = 0) -> Tensor:
    """Hides the padding of each sentence from every query, in every head.

    Args:
        token_ids: (batch, seq_len) integers.
        pad_id: the token that only fills a sentence up to the length of the batch.

    Returns: (batch, 1, 1, seq_len) bool, to be broadcast over heads and queries.
    Raises: ValueError when `token_ids` does not have exactly two dimensions, or no whole numbers.
    """
    if token_ids.dim() != 2:
        raise ValueError(
            f"token_ids must have shape (batch, seq_len), got {tuple(token_ids.shape)}"
        )
    if token_ids.is_floating_point():
        raise ValueError(f"token_ids must be whole numbers, got {token_ids.dtype}")
    return (token_ids == pad_id)[:, None, None, :]  # (batch, 1, 1, seq_len)


def look_ahead_mask(seq_len: int, device: torch.device | str | None = None) -> Tensor:
    """Hides the future: query i sees the keys 0 to i (section 3.2.3).

    Returns: (seq_len, seq_len) bool, True above the diagonal.
    """
    require_sizes({"seq_len": seq_len})
    return torch.ones(seq_len, seq_len, dtype=torch.bool, device=device).triu(1)


def decoder_mask(token_ids: Tensor, pad_id: int = 0) -> Tensor:
    """Hides both the future and the padding, for the decoder's self-attention.

    Args:
        token_ids: (batch, seq_len) integers.

    Returns: (batch, 1, seq_len, seq_len) bool.
    """
    padding = padding_mask(token_ids, pad_id)
    future = look_ahead_mask(token_ids.size(1), token_ids.device)
    return padding | future  # (batch, 1, seq_len, seq_len)
