"""The schedule at every step, and how an optimizer uses it."""

import math

import torch

# Setting
d_model, warmup_steps, factor = 512, 4000, 1.0
total_steps, decay_steps, final = 100000, 20000, 0.0
last_step, step = 20000, 4000
# Choices
shape = "paper"
# Program

steps = torch.arange(last_step + 1, dtype=torch.float64)
if shape == "paper":
    falling = steps**-0.5
    rising = steps * warmup_steps**-1.5
    rates = (factor * d_model**-0.5 * torch.minimum(falling, rising)).float()
else:
    peak = factor * (d_model * warmup_steps) ** -0.5
    rising = steps / warmup_steps
    if shape == "constant":
        after = torch.ones_like(steps)
    else:
        if shape == "stable_decay":
            start = max(warmup_steps, total_steps - decay_steps)
        else:
            start = warmup_steps
        progress = ((steps - start) / max(1, total_steps - start)).clamp(0, 1)
        left = (1 + torch.cos(math.pi * progress)) / 2 if shape == "cosine" else 1 - progress
        after = final + (1 - final) * left
    rates = (peak * torch.where(steps < warmup_steps, rising, after)).float()
print(rates[step])

# In training: call schedule.step() after each optimizer.step().
model = torch.nn.Linear(d_model, d_model)
optimizer = torch.optim.Adam(model.parameters(), lr=1.0, betas=(0.9, 0.98), eps=1e-9)
schedule = torch.optim.lr_scheduler.LambdaLR(
    optimizer, lambda done: rates[min(done + 1, len(rates) - 1)].item()
)
