"""Masks: which keys a query may not see. Boolean, True = hidden."""

from collections.abc import Collection

import torch
from torch import Tensor

from transformer_core.checks import require_at_least_0, require_sizes


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


def build_mask(
    kind: str,
    seq_q: int,
    seq_k: int,
    padding: int = 0,
    painted: Collection[tuple[int, int]] = (),
) -> Tensor | None:
    """A mask by the name of its kind, for queries and keys that come from no token ids.

    Args:
        kind: "padding" hides the last `padding` keys, or all where there are fewer, "look_ahead"
            the future, "painted" the cells (row, col) of `painted` that lie in the mask; any other
            name hides nothing.

    Returns: (seq_q, seq_k) bool, True = hidden; None where nothing is hidden.
    Raises: ValueError when a size is less than 1 or `padding` less than 0.
    """
    require_sizes({"seq_q": seq_q, "seq_k": seq_k})
    require_at_least_0("padding", padding)
    if kind == "padding":
        return (torch.arange(seq_k) >= seq_k - padding).expand(seq_q, seq_k)  # (seq_q, seq_k)
    if kind == "look_ahead":
        return look_ahead_mask(max(seq_q, seq_k))[:seq_q, :seq_k]
    if kind == "painted":
        mask = torch.zeros(seq_q, seq_k, dtype=torch.bool)
        for row, col in painted:
            if 0 <= row < seq_q and 0 <= col < seq_k:
                mask[row, col] = True
        return mask
    return None
