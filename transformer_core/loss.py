"""The training loss (section 5.4 for label smoothing)."""

import torch.nn.functional as F
from torch import Tensor


def masked_cross_entropy(
    logits: Tensor, targets: Tensor, pad_id: int = 0, label_smoothing: float = 0.0
) -> Tensor:
    """Mean cross-entropy over the positions that are not padding, in nats.

    Args:
        logits: (..., seq_len, vocab).
        targets: (..., seq_len) token ids; those equal to `pad_id` count neither in the sum nor in
            the number that it is divided by.
        label_smoothing: the share of the target spread evenly over the vocabulary, in [0, 1];
            the paper takes 0.1.

    Returns: a tensor of one number; 0 when everything is padding.
    Raises: ValueError when the shapes do not match.
    """
    if logits.shape[:-1] != targets.shape:
        raise ValueError(f"logits {tuple(logits.shape)} do not fit targets {tuple(targets.shape)}")
    total = F.cross_entropy(
        logits.reshape(-1, logits.size(-1)),  # (positions, vocab)
        targets.reshape(-1),  # (positions,)
        ignore_index=pad_id,
        reduction="sum",
        label_smoothing=label_smoothing,
    )
    return total / (targets != pad_id).sum().clamp(min=1)


def cross_entropy_over_padding(
    logits: Tensor, targets: Tensor, pad_id: int = 0, label_smoothing: float = 0.0
) -> Tensor:
    """The same sum divided by all positions: what a mean taken after masking gives.

    Padding then counts as positions that were predicted without any loss, so that the more of it
    a batch holds, the smaller this number is. Shown for comparison; never train with it.
    """
    real = (targets != pad_id).sum()
    loss = masked_cross_entropy(logits, targets, pad_id, label_smoothing)
    return loss * real / targets.numel()
