"""The schedule at every step, computed with the core."""

import torch

from transformer_core import learning_rate

# Setting
d_model, warmup_steps, factor = 512, 4000, 1.0
last_step, step = 20000, 4000
# Program

steps = torch.arange(last_step + 1)
rates = learning_rate(steps, d_model, warmup_steps=warmup_steps, factor=factor)
print(rates[step])
