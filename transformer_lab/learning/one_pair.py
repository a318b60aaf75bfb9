"""Training on one pair of sentences alone: enough to see a loss reach its least value."""

from copy import deepcopy

import torch
from torch import Tensor

from transformer_core.loss import masked_cross_entropy
from transformer_core.transformer import Transformer

RATE = 0.1


def trained_on_pair(
    model: Transformer,
    src_ids: Tensor,
    tgt_ids: Tensor,
    targets: Tensor,
    steps: int,
    label_smoothing: float = 0.0,
    rate: float = RATE,
) -> Transformer:
    """A copy of the model after some steps of gradient descent, always on the same pair.

    It learns this pair by heart and nothing else. Plain gradient descent: Adam divides by the size
    of a gradient, and so makes large steps of the rounding errors in gradients that are 0, such as
    those of the keys' biases. The steps are taken in float64: in float32, the rounding of one
    machine or another would grow to a difference that one sees.

    Args:
        src_ids: (batch, seq_k) token ids.
        tgt_ids: (batch, seq_q) what the decoder reads.
        targets: (batch, seq_q) what it should say.
        rate: the learning rate of every step.
    """
    learner = learner_of(model)
    take_steps(learner, src_ids, tgt_ids, targets, steps, label_smoothing, rate)
    return learner.requires_grad_(False).float()


def learner_of(model: Transformer) -> Transformer:
    """A copy of the model in float64, for `take_steps`."""
    with torch.inference_mode(False):
        return deepcopy(model).double().requires_grad_()


def take_steps(
    learner: Transformer,
    src_ids: Tensor,
    tgt_ids: Tensor,
    targets: Tensor,
    steps: int,
    label_smoothing: float = 0.0,
    rate: float = RATE,
) -> None:
    """Train on; some steps and then others are the same as all at once."""
    pad_id = learner.config.pad_id
    with torch.inference_mode(False), torch.enable_grad():
        parameters = list(learner.parameters())
        for _ in range(steps):
            logits = learner(src_ids, tgt_ids)  # (batch, seq_q, vocab)
            loss = masked_cross_entropy(logits, targets, pad_id, label_smoothing)
            gradients = torch.autograd.grad(loss, parameters)
            with torch.no_grad():
                for parameter, gradient in zip(parameters, gradients, strict=True):
                    parameter.sub_(rate * gradient)
