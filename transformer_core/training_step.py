"""One step of training (section 5): loss, gradient, Adam at the rate of the schedule."""

import torch
from torch import Tensor

from transformer_core.learning_rate import learning_rate
from transformer_core.loss import masked_cross_entropy
from transformer_core.transformer import Transformer


def adam(model: Transformer) -> torch.optim.Adam:
    """Adam as in section 5.3; `training_step` sets its learning rate."""
    return torch.optim.Adam(model.parameters(), lr=0.0, betas=(0.9, 0.98), eps=1e-9)


def training_step(
    model: Transformer,
    optimizer: torch.optim.Optimizer,
    src_ids: Tensor,
    tgt_ids: Tensor,
    step: int,
    warmup_steps: int = 4000,
    label_smoothing: float = 0.1,
) -> float:
    """Learn from one batch: the decoder reads each target token and is to predict the next one.

    Args:
        src_ids: (batch, seq_k) token ids.
        tgt_ids: (batch, seq_len) token ids, start and end token included.
        step: of this step, from 1 (equation 3).

    Changes: the model's parameters and the optimizer's moments.
    Returns: the loss of the batch before the step, in nats per token.
    """
    for group in optimizer.param_groups:
        group["lr"] = learning_rate(step, model.config.d_model, warmup_steps).item()
    logits = model(src_ids, tgt_ids[:, :-1])  # (batch, seq_len - 1, vocab)
    loss = masked_cross_entropy(logits, tgt_ids[:, 1:], model.config.pad_id, label_smoothing)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    return loss.item()
