"""A row without any key."""

import math

import torch

# Setting
seq_len, padding, seed = 6, 2, 11
# Program
d_k = 4
generator = torch.Generator().manual_seed(seed)
# All sizes are cut from one draw, so a larger size keeps a smaller one's numbers
drawn = torch.randn(2, 12, 512, generator=generator)
Q, K = drawn[:, :seq_len, :d_k]  # (seq_len, d_k) each
scaled = Q @ K.T / math.sqrt(Q.size(-1))  # (seq_len, seq_len)

token_ids = torch.arange(1, seq_len + 1)
token_ids[:padding] = 0  # padding
future = torch.ones(seq_len, seq_len, dtype=torch.bool).triu(1)  # True = hidden
mask = (token_ids == 0) | future  # (seq_len, seq_len)
masked = scaled.masked_fill(mask, -math.inf)


def right_weights(masked: torch.Tensor) -> torch.Tensor:
    return torch.softmax(masked, dim=-1).nan_to_num(0.0)  # right


def wrong_weights(masked: torch.Tensor) -> torch.Tensor:
    return torch.softmax(masked, dim=-1)  # wrong


right, wrong = right_weights(masked), wrong_weights(masked)
print(right, wrong, wrong - right, sep="\n")
