"""Scores without their scale."""

import math

import torch

# Setting
d_k, seed = 64, 11
# Program
seq_len = 6
generator = torch.Generator().manual_seed(seed)
# All sizes are cut from one draw, so a larger size keeps a smaller one's numbers
drawn = torch.randn(2, 12, 512, generator=generator)
Q, K = drawn[:, :seq_len, :d_k]  # (seq_len, d_k) each


def right_weights(Q: torch.Tensor, K: torch.Tensor) -> torch.Tensor:
    scores = Q @ K.T  # (seq_len, seq_len)
    scaled = scores / math.sqrt(Q.size(-1))  # right
    return torch.softmax(scaled, dim=-1)


def wrong_weights(Q: torch.Tensor, K: torch.Tensor) -> torch.Tensor:
    scores = Q @ K.T  # (seq_len, seq_len)
    scaled = scores  # wrong
    return torch.softmax(scaled, dim=-1)


right, wrong = right_weights(Q, K), wrong_weights(Q, K)
print(right, wrong, wrong - right, sep="\n")
