"""Masks that a person chooses or paints, for queries and keys that come from no token ids."""

from collections.abc import Collection

import torch
from torch import Tensor

from transformer_core.checks import require_at_least_0, require_sizes
from transformer_core.masks import look_ahead_mask


def painted_mask(seq_q: int, seq_k: int, painted: Collection[tuple[int, int]]) -> Tensor:
    """(seq_q, seq_k) bool that hides the cells (row, col) of `painted` that lie in it."""
    mask = torch.zeros(seq_q, seq_k, dtype=torch.bool)
    for row, col in painted:
        if 0 <= row < seq_q and 0 <= col < seq_k:
            mask[row, col] = True
    return mask


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
        return painted_mask(seq_q, seq_k, painted)
    return None
