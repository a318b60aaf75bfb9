"""The learning rate of a run at each step (section 5.3, equation 3), its misprint included."""

from typing import cast

import torch
from torch import Tensor

from transformer_core.learning_rate import learning_rate, peak_learning_rate
from transformer_core.variants.schedules import Plan, Shape, planned_rate
from transformer_lab.learning.config import PAPER_EXPONENT, RunConfig


def plan_of(config: RunConfig) -> Plan:
    """The schedule of a run that is not the paper's; its decay takes the last fifth of the steps
    where it does not begin at once.
    """
    peak = peak_learning_rate(config.d_model, config.warmup_steps, config.factor)
    shape = cast(Shape, config.schedule)
    return Plan(shape, float(peak), config.warmup_steps, config.steps, max(1, config.steps // 5))


def rates_at(steps: Tensor, config: RunConfig) -> Tensor:
    """The rate of each step, 0 at step 0.

    Equation 3; with another exponent than the paper's the line of the warm-up rises as that says.

    Args:
        steps: whole numbers from 0, of any shape.

    Returns: float32, with another exponent float64, in the shape of `steps`.
    """
    if config.schedule != "paper":
        return planned_rate(steps, plan_of(config))
    if config.exponent == PAPER_EXPONENT:
        return learning_rate(steps, config.d_model, config.warmup_steps, config.factor)
    rising = steps.double() * config.warmup_steps**config.exponent
    falling = steps.double() ** -0.5
    return config.factor * config.d_model**-0.5 * torch.minimum(falling, rising)


def rate_at(step: int, config: RunConfig) -> float:
    """The rate of one step, from 1."""
    return rates_at(torch.tensor(step), config).item()
