"""A mask that low scores get round."""

import math

import torch

# Setting
seq_len, lowered, seed = 6, 20_000, 11
# Program
d_k = 4
generator = torch.Generator().manual_seed(seed)
# All sizes are cut from one draw, so a larger size keeps a smaller one's numbers
drawn = torch.randn(2, 12, 512, generator=generator)
Q, K = drawn[:, :seq_len, :d_k]  # (seq_len, d_k) each
Q, K = Q.double(), K.double()  # so that low scores keep their decimals
# A constant in the keys, as a bias can make it, shifts all scores alike
Q[:, -1], K[:, -1] = -lowered * math.sqrt(d_k), 1.0
scaled = Q @ K.T / math.sqrt(Q.size(-1))  # (seq_len, seq_len)
mask = torch.ones(seq_len, seq_len, dtype=torch.bool).triu(1)  # True = hidden


def right_weights(scaled: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
    masked = scaled.masked_fill(mask, -math.inf)  # right
    return torch.softmax(masked, dim=-1)


def wrong_weights(scaled: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
    masked = scaled.masked_fill(mask, -10_000)  # wrong
    return torch.softmax(masked, dim=-1)


right, wrong = right_weights(scaled, mask), wrong_weights(scaled, mask)
print(right, wrong, wrong - right, sep="\n")
