"""The misprinted exponent of the warmup."""

import math

import torch

# Setting
warmup_steps = 4000
# Program
d_model, last = 512, 100_000
even = torch.linspace(0, last, 300, dtype=torch.float64)
growing = torch.logspace(0, math.log10(last), 280, dtype=torch.float64)
ends = torch.tensor([warmup_steps, last])
steps = torch.cat([even.round(), growing.round(), ends]).unique()  # (points,)


def right_rates(steps: torch.Tensor) -> torch.Tensor:
    falling = steps**-0.5
    rising = steps * warmup_steps**-1.5  # right
    return (d_model**-0.5 * torch.minimum(falling, rising)).float()


def wrong_rates(steps: torch.Tensor) -> torch.Tensor:
    falling = steps**-0.5
    rising = steps * warmup_steps**-0.25  # wrong
    return (d_model**-0.5 * torch.minimum(falling, rising)).float()


right, wrong = right_rates(steps), wrong_rates(steps)
print(right, wrong, wrong - right, sep="\n")
