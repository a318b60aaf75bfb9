"""What the queries of an attention may see, and from where: computed once for all layers."""

from dataclasses import dataclass, replace

import torch
from torch import Tensor

from transformer_core.masks import look_ahead_mask


@dataclass(frozen=True, eq=False)
class View:
    """What every layer's attention of one stack is computed with.

    queries, keys: positions, (seq,) or (batch, seq) whole numbers.
    mask: bool, True = hidden, broadcastable to (batch, heads, seq_q, seq_k); None hides nothing.
    bias: added to the scaled scores, broadcastable to (batch, heads, seq_q, seq_k).
    """

    queries: Tensor
    keys: Tensor
    mask: Tensor | None = None
    bias: Tensor | None = None

    def with_bias(self, bias: Tensor) -> "View":
        """The same view with a bias."""
        return replace(self, bias=bias)


def view_of(
    seq_len: int, padding: Tensor | None = None, *, is_causal: bool, device: torch.device
) -> View:
    """The view of self-attention on a whole sequence.

    Args:
        padding: (batch, seq_len) bool, True where a token only fills up the batch.
        is_causal: whether queries see no key after them.
    """
    positions = torch.arange(seq_len, device=device)
    mask = None if padding is None else padding[:, None, None, :]  # (batch, 1, 1, seq_len)
    if is_causal:
        future = look_ahead_mask(seq_len, device)
        mask = future if mask is None else mask | future  # (batch, 1, seq_len, seq_len)
    return View(positions, positions, mask)
