"""What the queries of an attention may see, and from where: computed once for all layers."""

from dataclasses import dataclass, replace

import torch
from torch import Tensor

from transformer_core.masks import look_ahead_mask
from transformer_core.variants.key_value_cache import KeyValueCache


@dataclass(frozen=True, eq=False)
class View:
    """What every layer's attention of one stack is computed with.

    queries, keys: positions, (seq,) or (batch, seq) whole numbers.
    mask: bool, True = hidden, broadcastable to (batch, heads, seq_q, seq_k); None hides nothing.
    bias: added to the scaled scores, broadcastable to (batch, heads, seq_q, seq_k).
    cache: has the keys and values of tokens that were read before; None where all are read now.
    is_memory: whether keys are of an encoder's output, which is there as a whole from the start.
    """

    queries: Tensor
    keys: Tensor
    mask: Tensor | None = None
    bias: Tensor | None = None
    cache: KeyValueCache | None = None
    is_memory: bool = False

    def with_bias(self, bias: Tensor) -> "View":
        """The same view with a bias."""
        return replace(self, bias=bias)


def view_of(
    seq_len: int,
    padding: Tensor | None = None,
    *,
    is_causal: bool,
    device: torch.device,
    cache: KeyValueCache | None = None,
) -> View:
    """The view of self-attention on a whole sequence, or on what follows the part in a cache.

    Args:
        seq_len: tokens that are read now.
        padding: (batch, seq_k) bool, True where a token only fills up the batch; those that were
            read before included.
        is_causal: whether queries see no key after them.
    """
    kept = 0 if cache is None else cache.seq_len
    keys = torch.arange(kept + seq_len, device=device)
    mask = None if padding is None else padding[:, None, None, :]  # (batch, 1, 1, seq_k)
    if is_causal:
        future = look_ahead_mask(kept + seq_len, device)[kept:]  # (seq_q, seq_k)
        mask = future if mask is None else mask | future  # (batch, 1, seq_q, seq_k)
    return View(keys[kept:], keys, mask, cache=cache)
