"""The schedule at every step, and how an optimizer uses it."""

import torch

# Setting
d_model, warmup_steps, factor = 512, 4000, 1.0
last_step, step = 20000, 4000
# Program

steps = torch.arange(last_step + 1, dtype=torch.float64)
falling = steps**-0.5
rising = steps * warmup_steps**-1.5
rates = (factor * d_model**-0.5 * torch.minimum(falling, rising)).float()
print(rates[step])

# In training: call schedule.step() after each optimizer.step().
model = torch.nn.Linear(d_model, d_model)
optimizer = torch.optim.Adam(model.parameters(), lr=1.0, betas=(0.9, 0.98), eps=1e-9)
schedule = torch.optim.lr_scheduler.LambdaLR(
    optimizer, lambda done: rates[min(done + 1, len(rates) - 1)].item()
)
