"""The schedule at every step, computed with the core."""

import torch

from transformer_core import learning_rate, peak_learning_rate
from transformer_core.variants.schedules import Plan, planned_rate

# Setting
d_model, warmup_steps, factor = 512, 4000, 1.0
total_steps, decay_steps, final = 100000, 20000, 0.0
last_step, step = 20000, 4000
# Choices
shape = "paper"
# Program

steps = torch.arange(last_step + 1)
if shape == "paper":
    rates = learning_rate(steps, d_model, warmup_steps=warmup_steps, factor=factor)
else:
    peak = peak_learning_rate(d_model, warmup_steps, factor)
    if shape == "constant":
        plan = Plan("constant", peak, warmup_steps)
    elif shape == "linear":
        plan = Plan("linear", peak, warmup_steps, total_steps, final=final)
    elif shape == "cosine":
        plan = Plan("cosine", peak, warmup_steps, total_steps, final=final)
    else:
        plan = Plan("stable_decay", peak, warmup_steps, total_steps, decay_steps, final)
    rates = planned_rate(steps, plan)
print(rates[step])
