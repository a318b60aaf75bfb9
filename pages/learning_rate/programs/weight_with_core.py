"""One weight under Adam, Adam with weight decay in its gradient, and AdamW."""

import torch

from transformer_lab.learning.weight_decay import Rule, decayed_steps

# Setting
weight, size, decay, rate = 0.5, 0.1, 0.1, 0.0003125
updates, seed, update = 500, 1, 100
# Choices
rule = "adamw"
# Program

gradients = size * torch.randn(updates, generator=torch.Generator().manual_seed(seed)).double()


def run(rule: Rule) -> torch.Tensor:
    steps = decayed_steps(gradients.tolist(), weight, rate, decay, rule)
    return torch.tensor([weight, *(one.new_weight for one in steps)])


adam, l2, adamw = run("adam"), run("l2"), run("adamw")
weights = adam if rule == "adam" else l2 if rule == "l2" else adamw
print(weights[update])
