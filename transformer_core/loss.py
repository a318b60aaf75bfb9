"""The training loss (section 5.4 for label smoothing)."""

from typing import Any

import torch
import torch.nn.functional as F
from torch import Tensor
from torch.autograd.function import once_differentiable

from transformer_core.checks import require_share, require_tokens


class _SmoothedCrossEntropy(torch.autograd.Function):
    """The sum of PyTorch's cross-entropy of logits narrower than float32, added up in float32, with
    its gradient in closed form: the softmax minus the smoothed target (section 5.4).

    PyTorch adds up a gradient for each of the loss's terms, each as large as the logits; this one
    takes the place of the log-probabilities, and a training step takes four fifths of the time.
    So the gradient can be computed only once; PyTorch raises an error the second time.
    """

    generate_vmap_rule = True

    @staticmethod
    def forward(
        logits: Tensor, targets: Tensor, is_real: Tensor, label_smoothing: float
    ) -> tuple[Tensor, Tensor]:
        """logits (positions, vocab), targets and is_real (positions,)."""
        log_probabilities = F.log_softmax(logits, dim=-1, dtype=torch.float32)
        of_target = log_probabilities.gather(1, targets[:, None])[:, 0]
        evenly = log_probabilities.mean(-1) if label_smoothing else 0.0
        smoothed = (1 - label_smoothing) * of_target + label_smoothing * evenly
        return -torch.where(is_real, smoothed, 0.0).sum(), log_probabilities

    @staticmethod
    def setup_context(
        ctx: Any, inputs: tuple[Tensor, Tensor, Tensor, float], output: tuple[Tensor, Tensor]
    ) -> None:
        logits, targets, is_real, label_smoothing = inputs
        _, log_probabilities = output
        ctx.mark_non_differentiable(log_probabilities)
        # Or the second output's gradient would be made: zeros, as large as the logits
        ctx.set_materialize_grads(False)
        ctx.save_for_backward(log_probabilities, targets, is_real)
        ctx.label_smoothing, ctx.dtype = label_smoothing, logits.dtype

    @staticmethod
    @once_differentiable
    def backward(ctx: Any, grad: Tensor, _: None) -> tuple[Tensor, None, None, None]:
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
        logits: (..., seq_len, vocab) floating-point numbers; those narrower than float32 are summed
            in float32, and their gradient can be computed only once.
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
    flat = logits.reshape(-1, logits.size(-1))  # (positions, vocab)
    ids = targets.reshape(-1).long()  # (positions,)
    is_real = ids != pad_id
    try:
        total = _total(flat, ids, is_real, pad_id, label_smoothing)
    except (IndexError, RuntimeError):
        # Read only now, as in `Transformer`
        require_tokens("targets", ids[is_real], flat.size(-1))
        raise
    return total / is_real.sum().clamp(min=1)


def _total(
    logits: Tensor, ids: Tensor, is_real: Tensor, pad_id: int, label_smoothing: float
) -> Tensor:
    """The sum over real positions. logits (positions, vocab), ids and is_real (positions,)."""
    if torch.finfo(logits.dtype).bits < 32:
        # Padding need not be in the vocabulary; any token of it will do, since it is not counted
        targets = ids.masked_fill(~is_real, 0)
        return _SmoothedCrossEntropy.apply(logits, targets, is_real, label_smoothing)[0]
    return F.cross_entropy(
        logits, ids, ignore_index=pad_id, reduction="sum", label_smoothing=label_smoothing
    )


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
