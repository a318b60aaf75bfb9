"""The training loss (section 5.4 for label smoothing)."""

from typing import Any

import torch
import torch.nn.functional as F
from torch import Tensor
from torch.autograd.function import once_differentiable


class _SmoothedCrossEntropy(torch.autograd.Function):
    """The sum of PyTorch's cross-entropy of logits narrower than float32, added up in that, with
    its gradient as one writes it down: the softmax less the smoothed target (section 5.4).

    PyTorch adds up a gradient for each of the loss's terms, each as large as the logits; this one
    is made in the place of the log-probabilities, and a training step takes four fifths of the
    time. So the gradient can be asked for once, as PyTorch says where one asks again.
    """

    @staticmethod
    def forward(
        ctx: Any, logits: Tensor, targets: Tensor, is_real: Tensor, label_smoothing: float
    ) -> Tensor:
        """logits (positions, vocab), targets and is_real (positions,)."""
        wide = torch.promote_types(logits.dtype, torch.float32)
        log_probabilities = F.log_softmax(logits, dim=-1, dtype=wide)
        ctx.save_for_backward(log_probabilities, targets, is_real)
        ctx.label_smoothing, ctx.dtype = label_smoothing, logits.dtype
        of_target = log_probabilities.gather(1, targets[:, None])[:, 0]
        evenly = log_probabilities.mean(-1) if label_smoothing else 0.0
        smoothed = (1 - label_smoothing) * of_target + label_smoothing * evenly
        return -torch.where(is_real, smoothed, 0.0).sum()

    @staticmethod
    @once_differentiable
    def backward(ctx: Any, grad: Tensor) -> tuple[Tensor, None, None, None]:
        log_probabilities, targets, is_real = ctx.saved_tensors
        share = ctx.label_smoothing
        gradient = log_probabilities.exp_()
        gradient -= share / gradient.size(-1)
        row = torch.arange(len(targets), device=targets.device)
        gradient[row, targets] -= 1 - share
        gradient *= torch.where(is_real, grad, 0.0)[:, None]
        return gradient.to(ctx.dtype), None, None, None


def masked_cross_entropy(
    logits: Tensor, targets: Tensor, pad_id: int = 0, label_smoothing: float = 0.0
) -> Tensor:
    """Mean cross-entropy over the positions that are not padding, in nats.

    Args:
        logits: (..., seq_len, vocab); narrower ones than float32 are summed in that.
        targets: (..., seq_len) token ids; those equal to `pad_id` count neither in the sum nor in
            the number that it is divided by.
        label_smoothing: the share of the target spread evenly over the vocabulary, in [0, 1];
            the paper takes 0.1.

    Returns: a tensor of one number; 0 when everything is padding.
    Raises: ValueError when the shapes do not match.
    """
    if logits.shape[:-1] != targets.shape:
        raise ValueError(f"logits {tuple(logits.shape)} do not fit targets {tuple(targets.shape)}")
    is_real = targets != pad_id
    flat = logits.reshape(-1, logits.size(-1))  # (positions, vocab)
    if torch.finfo(logits.dtype).bits < 32:
        total = _SmoothedCrossEntropy.apply(
            flat, targets.reshape(-1), is_real.reshape(-1), label_smoothing
        )
    else:
        total = F.cross_entropy(
            flat,
            targets.reshape(-1),  # (positions,)
            ignore_index=pad_id,
            reduction="sum",
            label_smoothing=label_smoothing,
        )
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
    return loss * real / targets.numel()
