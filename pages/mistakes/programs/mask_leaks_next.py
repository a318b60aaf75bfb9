"""A mask that shows the next token."""

import math

import torch

# Setting
seq_len, seed = 6, 11
# Program
d_k = 4
generator = torch.Generator().manual_seed(seed)
# All sizes are cut from one draw, so a larger size keeps a smaller one's numbers
drawn = torch.randn(2, 12, 512, generator=generator)
Q, K = drawn[:, :seq_len, :d_k]  # (seq_len, d_k) each
scaled = Q @ K.T / math.sqrt(Q.size(-1))  # (seq_len, seq_len)


def right_weights(scaled: torch.Tensor) -> torch.Tensor:
    mask = torch.ones(seq_len, seq_len, dtype=torch.bool).triu(1)  # right
    masked = scaled.masked_fill(mask, -math.inf)  # True = hidden
    return torch.softmax(masked, dim=-1).nan_to_num(0.0)


def wrong_weights(scaled: torch.Tensor) -> torch.Tensor:
    mask = torch.ones(seq_len, seq_len, dtype=torch.bool).triu(2)  # wrong
    masked = scaled.masked_fill(mask, -math.inf)  # True = hidden
    return torch.softmax(masked, dim=-1).nan_to_num(0.0)


right, wrong = right_weights(scaled), wrong_weights(scaled)
print(right, wrong, wrong - right, sep="\n")
