"""The learning rate of a run at each step (section 5.3, equation 3), its misprint included."""

import torch
from torch import Tensor

from transformer_core.learning_rate import learning_rate
from transformer_lab.learning.config import PAPER_EXPONENT, RunConfig


def rates_at(steps: Tensor, config: RunConfig) -> Tensor:
    """The rate of each step, 0 at step 0.

    Equation 3; with another exponent than the paper's the line of the warm-up rises as that says.

    Args:
        steps: whole numbers from 0, of any shape.

    Returns: float32, with another exponent float64, in the shape of `steps`.
    """
    if config.exponent == PAPER_EXPONENT:
        return learning_rate(steps, config.d_model, config.warmup_steps, config.factor)
    rising = steps.double() * config.warmup_steps**config.exponent
    falling = steps.double() ** -0.5
    return config.factor * config.d_model**-0.5 * torch.minimum(falling, rising)


def rate_at(step: int, config: RunConfig) -> float:
    """The rate of one step, from 1."""
    return rates_at(torch.tensor(step), config).item()
