"""Scaled dot-product attention (section 3.2.1, equation 1)."""

import math
from collections.abc import Callable
from typing import NamedTuple

import torch
from torch import Tensor

from transformer_core.attention_shapes import require_fitting


class AttentionSteps(NamedTuple):
    """Every intermediate of one attention, in the order in which they are made."""

    scores: Tensor
    """Q K^T: (..., seq_q, seq_k)."""
    scaled: Tensor
    """scores * scale: (..., seq_q, seq_k)."""
    masked: Tensor
    """scaled, with -inf where a key is hidden: (..., seq_q, seq_k)."""
    weights: Tensor
    """softmax of each row of masked: (..., seq_q, seq_k). A row sums to 1, or is all 0; after
    dropout to 1 only on average."""
    output: Tensor
    """weights V: (..., seq_q, d_v)."""


def attention(
    Q: Tensor,
    K: Tensor,
    V: Tensor,
    mask: Tensor | None = None,
    scale: float | None = None,
    dropout: Callable[[Tensor], Tensor] | None = None,
) -> AttentionSteps:
    """softmax(Q K^T / sqrt(d_k)) V, and every step on the way (section 3.2.1, equation 1).

    Args:
        Q: (..., seq_q, d_k) queries.
        K: (..., seq_k, d_k) keys.
        V: (..., seq_k, d_v) values.
        mask: bool, broadcastable to (..., seq_q, seq_k), True = hidden. A hidden key gets weight
            exactly 0; a query from which every key is hidden gets all-zero weights and a zero
            output. `torch.nn.functional.scaled_dot_product_attention` means the opposite by True.
        scale: what the scores are multiplied by; 1 / sqrt(d_k) when None.
        dropout: what the weights go through before they meet the values, such as a `Dropout`.

    Raises: ValueError when shapes do not fit together or the mask is not boolean.
    """
    require_fitting(Q, K, V, mask)

    scores = Q @ K.transpose(-2, -1)  # (..., seq_q, seq_k)
    scaled = scores * (1 / math.sqrt(Q.size(-1)) if scale is None else scale)
    masked = scaled if mask is None else scaled.masked_fill(mask, -math.inf)
    weights = _softmax(masked, mask) if dropout is None else dropout(_softmax(masked, mask))
    output = weights @ V  # (..., seq_q, d_v)
    return AttentionSteps(scores, scaled, masked, weights, output)


def _softmax(masked: Tensor, mask: Tensor | None) -> Tensor:
    """Softmax of each row, 0 in rows that are wholly hidden.

    Those rows are made finite before the softmax. To zero its NaN afterwards gives the same
    weights and, behind `masked_fill`, the same gradients: its backward drops the NaN that
    softmax's own makes of such a row. But autograd's anomaly detection stops at that NaN, and
    behind a mask that is added it reaches Q and K.
    """
    if mask is None:
        return torch.softmax(masked, dim=-1)
    empty = mask.all(dim=-1, keepdim=True)  # (..., seq_q or 1, 1)
    return torch.softmax(masked.masked_fill(empty, 0.0), dim=-1).masked_fill(empty, 0.0)


def attention_entropy(weights: Tensor) -> Tensor:
    """How widely each query looks, in bits: -sum(w log2 w) over the keys.

    0 when all weight lies on one key, log2(seq_k) when it is spread evenly, and 0 for an empty
    row, which looks at nothing.

    Args:
        weights: (..., seq_q, seq_k), rows that sum to 1 or 0.

    Returns: (..., seq_q).
    """
    return torch.special.entr(weights).sum(dim=-1) / math.log(2)  # (..., seq_q)
