"""Two masks that are joined with and."""

import math

import torch

# Setting
seq_len, trailing, seed = 6, 2, 11
# Program
d_k = 4
generator = torch.Generator().manual_seed(seed)
# All sizes are cut from one draw, so a larger size keeps a smaller one's numbers
drawn = torch.randn(2, 12, 512, generator=generator)
Q, K = drawn[:, :seq_len, :d_k]  # (seq_len, d_k) each
scaled = Q @ K.T / math.sqrt(Q.size(-1))  # (seq_len, seq_len)

token_ids = torch.arange(1, seq_len + 1)
token_ids[seq_len - trailing :] = 0  # padding
padding = token_ids == 0  # (seq_len,), True = hidden
future = torch.ones(seq_len, seq_len, dtype=torch.bool).triu(1)


def right_weights(scaled: torch.Tensor) -> torch.Tensor:
    mask = padding | future  # right
    masked = scaled.masked_fill(mask, -math.inf)
    return torch.softmax(masked, dim=-1)


def wrong_weights(scaled: torch.Tensor) -> torch.Tensor:
    mask = padding & future  # wrong
    masked = scaled.masked_fill(mask, -math.inf)
    return torch.softmax(masked, dim=-1)


right, wrong = right_weights(scaled), wrong_weights(scaled)
print(right, wrong, wrong - right, sep="\n")
