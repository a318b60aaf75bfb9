"""Scaled dot-product attention (section 3.2.1, equation 1)."""

import math
from collections.abc import Callable
from typing import NamedTuple

import torch
from torch import Tensor
from torch.compiler import is_compiling

from transformer_core.attention_shapes import require_fitting
from transformer_core.checks import require_finite


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
    seen: Callable[[str, Tensor], Tensor] | None = None,
) -> AttentionSteps:
    """softmax(Q K^T / sqrt(d_k)) V, and every step on the way (section 3.2.1, equation 1).

    Args:
        Q: (..., seq_q, d_k) queries.
        K: (..., seq_k, d_k) keys.
        V: (..., seq_k, d_v) values.
        mask: bool, True = hidden. (seq_k,) and (seq_q, seq_k) hold for all leading dimensions; any
            other mask has as many dimensions as the scores and is broadcast to them, as
            (batch, 1, 1, seq_k) is, which hides each sentence's padding. A hidden key gets weight
            exactly 0 and adds nothing to the output, even a value that is inf or NaN (except in a
            compiled graph, under `torch.vmap` and on devices other than the CPU, where 0 * inf is
            NaN). A query from which every key is hidden gets all-zero weights and a zero output.
            `torch.nn.functional.scaled_dot_product_attention` means the opposite by True.
        scale: a finite number that the scores are multiplied by; 1 / sqrt(d_k) when None.
        dropout: what the weights go through before they meet the values, such as a `Dropout`.
        seen: what each step but the output goes through, and the mask before them, with its name:
            see `transformer_core.trace`.

    Raises: ValueError when shapes do not fit together, when the mask is not boolean or could be
        meant for the batch as well as for the heads, and when `scale` is not finite.
    """
    require_fitting(Q, K, V, mask)
    if scale is not None:
        require_finite("scale", scale)

    look, drop = seen or _unchanged, dropout or _kept
    factor = 1 / math.sqrt(Q.size(-1)) if scale is None else scale
    if mask is not None and seen is not None:
        mask = _seen_mask(mask, (*Q.shape[:-1], K.size(-2)), seen)

    # softmax(Q K^T / sqrt(d_k)) V
    scores = look("scores", Q @ K.transpose(-2, -1))  # (..., seq_q, seq_k)
    scaled = look("scaled", scores * factor)
    masked = look("masked", scaled if mask is None else scaled.masked_fill(mask, -math.inf))
    weights = look("weights", drop(_softmax(masked, mask)))
    output = _weighted_sum(weights, V, mask)  # (..., seq_q, d_v)
    return AttentionSteps(scores, scaled, masked, weights, output)


def _seen_mask(
    mask: Tensor, shape: tuple[int, ...], seen: Callable[[str, Tensor], Tensor]
) -> Tensor:
    """The mask as it is, after it was seen in the shape of the scores; or what was made of it."""
    whole = mask.expand(shape)  # (..., seq_q, seq_k)
    made = seen("mask", whole)
    return mask if made is whole else made


def _unchanged(name: str, step: Tensor) -> Tensor:
    return step


def _kept(weights: Tensor) -> Tensor:
    return weights


def _softmax(masked: Tensor, mask: Tensor | None) -> Tensor:
    """Softmax of each row, 0 in rows that are wholly hidden.

    Those rows are made finite before the softmax. To zero its NaN afterwards gives the same
    weights and, after `masked_fill`, the same gradients: its backward drops the NaN that
    softmax's own makes of such a row. But autograd's anomaly detection stops at that NaN, and
    after a mask that is added, the NaN reaches Q and K.
    """
    if mask is None:
        return torch.softmax(masked, dim=-1)
    empty = mask.all(dim=-1, keepdim=True)  # (..., seq_q or 1, 1)
    return torch.softmax(masked.masked_fill(empty, 0.0), dim=-1).masked_fill(empty, 0.0)


def _weighted_sum(weights: Tensor, V: Tensor, mask: Tensor | None) -> Tensor:
    """weights V, where a hidden value adds nothing, whatever it is: 0 * inf is NaN."""
    output = weights @ V  # (..., seq_q, d_v)
    if mask is None or _is_finite(output):
        return output
    finite = V.isfinite()
    output = weights @ V.masked_fill(~finite, 0.0)
    infinite_keys = (~finite).any(dim=-1).reshape(-1, V.size(-2)).any(dim=0)  # (seq_k,)
    for key in infinite_keys.nonzero().flatten().tolist():
        weight = weights[..., key, None]  # (..., seq_q, 1)
        value = V.masked_fill(finite, 0.0)[..., key, None, :]  # (..., 1, d_v)
        output = output + weight * torch.where(weight == 0, 0.0, value)
    return output


def _is_finite(output: Tensor) -> bool:
    """Return whether all numbers are finite, and True where that cannot be read or only by waiting:
    in a compiled graph, under `torch.vmap` and on devices other than the CPU.

    Their sum shows it in one pass; where it overflows, the longer way gives the same numbers.
    """
    if is_compiling() or output.device.type != "cpu":
        return True
    try:
        return math.isfinite(output.detach().sum().item())
    except RuntimeError:
        return True
