"""Where to look at the learning-rate schedule (section 5.3)."""

import math

import torch
from torch import Tensor

from transformer_core.checks import require_sizes

EVEN_STEPS = 300


GROWING_STEPS = 280


def schedule_steps(number_of_steps: int, warmup_steps: int, *corners: int) -> Tensor:
    """The steps at which to draw the schedule: few, and none that matters left out.

    Every step where there are few. Otherwise 300 evenly spaced ones, which a linear axis needs,
    280 that grow by a constant ratio, which a logarithmic one needs, the peak and the `corners`.

    Returns: (at most 600,) int64, rising, from 0 to `number_of_steps`.
    """
    require_sizes({"number_of_steps": number_of_steps, "warmup_steps": warmup_steps})
    if number_of_steps <= EVEN_STEPS:
        return torch.arange(number_of_steps + 1)
    even = torch.linspace(0, number_of_steps, EVEN_STEPS, dtype=torch.float64)
    growing = torch.logspace(0, math.log10(number_of_steps), GROWING_STEPS, dtype=torch.float64)
    ends = torch.tensor([warmup_steps, *corners, number_of_steps]).clamp(0, number_of_steps)
    return torch.cat([even.round().long(), growing.round().long(), ends]).unique()
