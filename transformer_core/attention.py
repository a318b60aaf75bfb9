"""Scaled dot-product attention (section 3.2.1, equation 1)."""

import math
from collections.abc import Callable
from typing import NamedTuple

import torch
from torch import Tensor


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
    _require_fitting(Q, K, V, mask)
    scale = 1 / math.sqrt(Q.size(-1)) if scale is None else scale

    scores = Q @ K.transpose(-2, -1)  # (..., seq_q, seq_k)
    scaled = scores * scale
    masked = scaled if mask is None else scaled.masked_fill(mask, -math.inf)
    weights = torch.softmax(masked, dim=-1) if mask is None else _softmax_or_zero(masked, mask)
    weights = weights if dropout is None else dropout(weights)
    output = weights @ V  # (..., seq_q, d_v)
    return AttentionSteps(scores, scaled, masked, weights, output)


def _softmax_or_zero(masked: Tensor, mask: Tensor) -> Tensor:
    """Softmax of each row, 0 in rows that are wholly hidden.

    Those rows are made finite before the softmax. To zero its NaN afterwards gives the same
    weights and, behind `masked_fill`, the same gradients: its backward drops the NaN that
    softmax's own makes of such a row. But autograd's anomaly detection stops at that NaN, and
    behind a mask that is added it reaches Q and K.
    """
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


def _require_fitting(Q: Tensor, K: Tensor, V: Tensor, mask: Tensor | None) -> None:
    for name, matrix in (("Q", Q), ("K", K), ("V", V)):
        if matrix.dim() < 2:
            raise ValueError(f"{name} has shape {tuple(matrix.shape)}: it needs two dimensions")
    if Q.size(-1) != K.size(-1):
        raise ValueError(f"Q has d_k={Q.size(-1)} but K has d_k={K.size(-1)}")
    if K.size(-2) != V.size(-2):
        raise ValueError(f"K has seq_k={K.size(-2)} rows but V has {V.size(-2)}")
    leading = _broadcast(Q.shape[:-2], K.shape[:-2], V.shape[:-2])
    if leading is None:
        raise ValueError(
            f"leading sizes do not match: Q {tuple(Q.shape[:-2])}, "
            f"K {tuple(K.shape[:-2])}, V {tuple(V.shape[:-2])}"
        )
    if mask is None:
        return
    if mask.dtype != torch.bool:
        raise ValueError(f"mask has dtype {mask.dtype}: it must be bool, True = hidden")
    scores_shape = (*(_broadcast(Q.shape[:-2], K.shape[:-2]) or ()), Q.size(-2), K.size(-2))
    if _broadcast(mask.shape, scores_shape) != scores_shape:
        raise ValueError(f"mask {tuple(mask.shape)} does not fit the scores {scores_shape}")


def _broadcast(*shapes: tuple[int, ...]) -> tuple[int, ...] | None:
    if all(shape == shapes[0] for shape in shapes):
        return tuple(shapes[0])
    try:
        return tuple(torch.broadcast_shapes(*shapes))
    except RuntimeError:
        return None
