"""One weight under Adam, Adam with weight decay in its gradient, and AdamW."""

import torch

# Setting
weight, size, decay, rate = 0.5, 0.1, 0.1, 0.0003125
updates, seed, update = 500, 1, 100
# Choices
rule = "adamw"
# Program

gradients = size * torch.randn(updates, generator=torch.Generator().manual_seed(seed)).double()


def run(parameter: torch.nn.Parameter, optimizer: torch.optim.Optimizer) -> torch.Tensor:
    weights = [parameter.item()]
    for gradient in gradients:
        parameter.grad = gradient.clone()
        optimizer.step()
        weights.append(parameter.item())
    return torch.tensor(weights)


one, two, three = (torch.nn.Parameter(torch.tensor(weight, dtype=torch.float64)) for _ in range(3))
betas, eps = (0.9, 0.98), 1e-9
adam = run(one, torch.optim.Adam([one], rate, betas, eps))
l2 = run(two, torch.optim.Adam([two], rate, betas, eps, weight_decay=decay))
adamw = run(three, torch.optim.AdamW([three], rate, betas, eps, weight_decay=decay))
weights = adam if rule == "adam" else l2 if rule == "l2" else adamw
print(weights[update])
