"""The training loss (section 5.4 for label smoothing)."""

import torch
import torch.nn.functional as F
from torch import Tensor

from transformer_core.checks import require_share, require_tokens


def masked_cross_entropy(
    logits: Tensor, targets: Tensor, pad_id: int = 0, label_smoothing: float = 0.0
) -> Tensor:
    """Mean cross-entropy over the positions that are not padding, in nats.

    Args:
        logits: (..., seq_len, vocab) floating-point numbers; those narrower than float32 are summed
            in float32.
        targets: (..., seq_len) token ids; those equal to `pad_id` count neither in the sum nor in
            the number that it is divided by.
        pad_id: any whole number, such as torch's -100; it need not be in the vocabulary.
        label_smoothing: the share of the target spread evenly over the vocabulary, in [0, 1];
            the paper takes 0.1.

    Returns: a tensor of one number; 0 when everything is padding.
    Raises: ValueError when the shapes do not match, a number is out of range or a target is not in
        the vocabulary. A device other than the CPU has its own message for such a target.
    """
    require_share("label_smoothing", label_smoothing)
    if logits.shape[:-1] != targets.shape:
        raise ValueError(f"logits {tuple(logits.shape)} do not fit targets {tuple(targets.shape)}")
    if not logits.is_floating_point():
        raise ValueError(f"logits must be floating-point numbers, got {logits.dtype}")
    if targets.dtype.is_floating_point or targets.dtype.is_complex:
        raise ValueError(f"targets must be whole numbers, got {targets.dtype}")
    wide = logits.float() if torch.finfo(logits.dtype).bits < 32 else logits
    flat = wide.reshape(-1, logits.size(-1))  # (positions, vocab)
    ids = targets.reshape(-1).long()  # (positions,)
    is_real = ids != pad_id
    try:
        total = F.cross_entropy(
            flat, ids, ignore_index=pad_id, reduction="sum", label_smoothing=label_smoothing
        )
    except (IndexError, RuntimeError):
        # Read only now, as in `Transformer`
        require_tokens("targets", ids[is_real], flat.size(-1))
        raise
    return total / is_real.sum().clamp(min=1)


def cross_entropy_over_padding(
    logits: Tensor, targets: Tensor, pad_id: int = 0, label_smoothing: float = 0.0
) -> Tensor:
    """The same sum divided by all positions: what a mean taken after masking gives.

    Padding then counts as positions that were predicted without any loss, so that the more of it
    a batch holds, the smaller this number is. Shown for comparison; never train with it.
    """
    real = (targets != pad_id).sum()
    loss = masked_cross_entropy(logits, targets, pad_id, label_smoothing)
    return loss * real / max(1, targets.numel())
