"""The same attention with `transformer_core.attention`."""

import torch

from transformer_core import attention

# Setting
Q = torch.tensor([[1.0, 0.0], [0.0, 1.0]])
K = torch.tensor([[1.0, 2.0], [3.0, 4.0]])
V = torch.tensor([[1.0], [10.0]])
mask = torch.tensor([[False, True], [True, True]])  # True = hidden
# Choices
is_scaled, is_masked = True, True
# Program

if is_scaled and is_masked:
    steps = attention(Q, K, V, mask)
elif is_scaled:
    steps = attention(Q, K, V)
elif is_masked:
    steps = attention(Q, K, V, mask, scale=1.0)
else:
    steps = attention(Q, K, V, scale=1.0)
weights, output = steps.weights, steps.output
print(weights)
print(output)
