"""The learning-rate schedule (section 5.3, equation 3)."""

import math
from typing import NamedTuple

import torch
from torch import Tensor

from transformer_core.checks import require_positive, require_sizes


def learning_rate(
    step: Tensor | float, d_model: int, warmup_steps: int = 4000, factor: float = 1.0
) -> Tensor:
    """factor * d_model^-0.5 * min(step^-0.5, step * warmup_steps^-1.5), equation 3.

    Rises linearly for `warmup_steps` steps, then falls with the inverse square root of step.

    Args:
        step: steps taken, any shape, each at least 0; a plain number counts as a tensor of one.
        factor: multiplies the whole schedule; the paper has 1.

    Returns: float32, in the shape of `step`; 0 at step 0.
    Raises: ValueError when a size is less than 1, a step is negative or `factor` not positive.
    """
    require_sizes({"d_model": d_model, "warmup_steps": warmup_steps})
    require_positive("factor", factor)
    steps = torch.as_tensor(step).double()
    if not (steps >= 0).all():
        raise ValueError(f"step must be at least 0, got {steps.min().item():g}")
    falling = steps**-0.5
    rising = steps * warmup_steps**-1.5
    return (factor * d_model**-0.5 * torch.minimum(falling, rising)).float()


def peak_learning_rate(d_model: int, warmup_steps: int = 4000, factor: float = 1.0) -> float:
    """The highest rate of the schedule, reached at step `warmup_steps`.

    factor / sqrt(d_model * warmup_steps), where the two branches of equation 3 meet.
    """
    return learning_rate(warmup_steps, d_model, warmup_steps, factor).item()


class ScheduleTerms(NamedTuple):
    """The factors of equation 3 at one step, and the rate that they make."""

    width: float
    """d_model^-0.5."""
    falling: float
    """step^-0.5; infinite at step 0."""
    rising: float
    """step * warmup_steps^-1.5."""
    smaller: float
    """min(falling, rising)."""
    rate: float
    """factor * width * smaller."""


def schedule_terms(
    step: int, d_model: int, warmup_steps: int = 4000, factor: float = 1.0
) -> ScheduleTerms:
    """Equation 3 at one step, with everything on the way."""
    rate = learning_rate(step, d_model, warmup_steps, factor).item()
    falling = step**-0.5 if step else math.inf
    rising = step * warmup_steps**-1.5
    return ScheduleTerms(d_model**-0.5, falling, rising, min(falling, rising), rate)
