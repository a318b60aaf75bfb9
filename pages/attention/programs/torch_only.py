"""One attention for given queries, keys and values; a fully hidden row gives zeros."""

import torch

# Setting
Q = torch.tensor([[1.0, 0.0], [0.0, 1.0]])
K = torch.tensor([[1.0, 2.0], [3.0, 4.0]])
V = torch.tensor([[1.0], [10.0]])
mask = torch.tensor([[False, True], [True, True]])  # True = hidden
# Choices
is_scaled, is_masked = True, True
# Program

scores = Q @ K.T
scaled = scores / K.size(-1) ** 0.5 if is_scaled else scores
if is_masked:
    masked = scaled.masked_fill(mask, float("-inf"))
    weights = torch.softmax(masked, dim=-1).nan_to_num(0.0)
else:
    weights = torch.softmax(scaled, dim=-1)
output = weights @ V
print(weights)
print(output)
