"""Learning-rate schedules since the paper's: the same warm-up, then another way down.

All rise in a straight line to `peak` at step `warmup_steps`. Then

- constant: the rate stays.
- linear: it falls in a straight line until the last step (Devlin et al., 2019, appendix A.2).
- cosine: it falls along half a cosine wave (Loshchilov and Hutter, 2017, equation 5).
- stable_decay: it stays, and falls in a straight line over the last `decay_steps` steps (Hu et al.,
  2024, section 4.3, "warmup-stable-decay").

After the last step the rate stays at `final * peak`.
"""

import math
from typing import Literal, NamedTuple, get_args

import torch
from torch import Tensor

from transformer_core.checks import require_positive, require_sizes

Shape = Literal["constant", "linear", "cosine", "stable_decay"]


class Plan(NamedTuple):
    """A schedule. A training that is no longer than its warm-up only rises.

    peak: the highest rate, reached at step `warmup_steps`.
    total_steps: steps of the whole training; a constant rate does not use them.
    decay_steps: of which the last ones are the decay of stable_decay.
    final: what is left at the end, as a share of the peak.
    """

    shape: Shape
    peak: float
    warmup_steps: int
    total_steps: int = 1
    decay_steps: int = 1
    final: float = 0.0

    @property
    def start(self) -> int:
        """The step at which the decay begins."""
        if self.shape == "stable_decay":
            return max(self.warmup_steps, self.total_steps - self.decay_steps)
        return self.warmup_steps

    @property
    def length(self) -> int:
        """Steps of the decay, at least 1."""
        return max(1, self.total_steps - self.start)


def planned_rate(step: Tensor | float, plan: Plan) -> Tensor:
    """The rate of each step.

    peak * step / warmup_steps in the warm-up, then peak * (final + (1 - final) * left), where
    `left` falls from 1 to 0 as the plan's shape has it.

    Args:
        step: steps taken, any shape, each at least 0; a plain number counts as a tensor of one.

    Returns: float32, in the shape of `step`; 0 at step 0.
    Raises: ValueError for an unknown shape, a size less than 1, a peak that is not positive, a
        negative step, or a final share that is not from 0 to 1.
    """
    _check(plan)
    steps = torch.as_tensor(step).double()
    if not (steps >= 0).all():
        raise ValueError(f"step must be at least 0, got {steps.min().item():g}")
    progress = ((steps - plan.start) / plan.length).clamp(0, 1)
    after = plan.final + (1 - plan.final) * _left(plan.shape, progress)
    rising = steps / plan.warmup_steps
    return (plan.peak * torch.where(steps < plan.warmup_steps, rising, after)).float()


def _left(shape: Shape, progress: Tensor) -> Tensor:
    """What is left of the rate when `progress` of the decay is over, both from 0 to 1."""
    if shape == "constant":
        return torch.ones_like(progress)
    if shape == "cosine":
        return (1 + torch.cos(math.pi * progress)) / 2
    return 1 - progress


def _check(plan: Plan) -> None:
    if plan.shape not in get_args(Shape):
        raise ValueError(f"shape must be one of {', '.join(get_args(Shape))}, got {plan.shape}")
    require_sizes(
        {
            "warmup_steps": plan.warmup_steps,
            "total_steps": plan.total_steps,
            "decay_steps": plan.decay_steps,
        }
    )
    require_positive("peak", plan.peak)
    if not 0 <= plan.final <= 1:
        raise ValueError(f"final must be from 0 to 1, got {plan.final:g}")
