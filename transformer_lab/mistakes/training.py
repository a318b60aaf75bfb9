"""Mistakes in the loss and in the learning-rate schedule (sections 5.3 and 5.4)."""

import torch
import torch.nn.functional as F
from torch import Tensor

from transformer_core.learning_rate import learning_rate
from transformer_core.loss import masked_cross_entropy
from transformer_core.random_tensors import generator
from transformer_lab.measures.schedule import schedule_steps

REAL_TOKENS, MOST_PADDING, VOCAB = 8, 24, 10
D_MODEL = 512
LAST_STEP = 100_000


def padded_batch(padded: int = 8, seed: int = 11) -> dict[str, Tensor]:
    """One sentence of REAL_TOKENS tokens, then `padded` positions of padding (id 0).

    The real tokens and their logits do not change with the padding.

    Returns: logits (1, seq_len, VOCAB), random; targets (1, seq_len).
    """
    draw = generator(seed)
    logits = torch.randn(1, REAL_TOKENS + MOST_PADDING, VOCAB, generator=draw)
    targets = torch.zeros(1, REAL_TOKENS + padded, dtype=torch.long)
    targets[0, :REAL_TOKENS] = torch.randint(1, VOCAB, (REAL_TOKENS,), generator=draw)
    return {"logits": logits[:, : REAL_TOKENS + padded], "targets": targets}


def loss_over_real_tokens(logits: Tensor, targets: Tensor) -> Tensor:
    """The core's loss, in nats: a tensor of one number."""
    return masked_cross_entropy(logits, targets)


def loss_averaged_over_padding(logits: Tensor, targets: Tensor) -> Tensor:
    """Padding adds nothing to the sum, but it is counted: the more of it, the smaller the loss."""
    total = F.cross_entropy(
        logits.flatten(0, 1), targets.flatten(), ignore_index=0, reduction="sum"
    )
    # right: return total / (targets != 0).sum()
    return total / targets.numel()


def test_loss_ignores_padding(loss: Tensor, logits: Tensor, targets: Tensor) -> None:
    real = targets != 0
    assert torch.allclose(loss, F.cross_entropy(logits[real], targets[real]), atol=1e-5)


def steps_to_draw(warmup: int = 4000) -> dict[str, Tensor | int]:
    """Steps from 0 to LAST_STEP, close together where the schedule bends: (points,) float64."""
    steps = schedule_steps(LAST_STEP, warmup).double()
    return {"steps": steps, "d_model": D_MODEL, "warmup_steps": warmup}


def rates(steps: Tensor, d_model: int, warmup_steps: int) -> Tensor:
    """The core's schedule: (points,)."""
    return learning_rate(steps, d_model, warmup_steps)


def rates_with_misprinted_exponent(steps: Tensor, d_model: int, warmup_steps: int) -> Tensor:
    """The rising line is far too steep: the warm-up is over after a handful of steps."""
    falling = steps**-0.5
    # right: rising = steps * warmup_steps**-1.5
    rising = steps * warmup_steps**-0.25
    return (d_model**-0.5 * torch.minimum(falling, rising)).float()


def test_the_rate_peaks_at_the_end_of_the_warm_up(
    rates: Tensor, steps: Tensor, warmup_steps: int
) -> None:
    assert steps[rates.argmax()] == warmup_steps
