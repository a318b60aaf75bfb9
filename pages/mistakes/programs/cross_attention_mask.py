"""Cross-attention with the target's padding mask."""

import math

import torch

# Setting
seq_len, source_padding, target_padding, seed = 6, 2, 1, 11
# Program
d_k = 4
generator = torch.Generator().manual_seed(seed)
# All sizes are cut from one draw, so a larger size keeps a smaller one's numbers
drawn = torch.randn(2, 12, 512, generator=generator)
Q, K = drawn[:, :seq_len, :d_k]  # (seq_len, d_k) each
scaled = Q @ K.T / math.sqrt(Q.size(-1))  # (seq_len, seq_len)

source_ids, target_ids = torch.arange(1, seq_len + 1).repeat(2, 1)
source_ids[seq_len - source_padding :] = 0  # padding
target_ids[seq_len - target_padding :] = 0


def right_weights(scaled: torch.Tensor) -> torch.Tensor:
    mask = source_ids == 0  # right
    masked = scaled.masked_fill(mask, -math.inf)  # True = hidden
    return torch.softmax(masked, dim=-1)


def wrong_weights(scaled: torch.Tensor) -> torch.Tensor:
    mask = target_ids == 0  # wrong
    masked = scaled.masked_fill(mask, -math.inf)  # True = hidden
    return torch.softmax(masked, dim=-1)


right, wrong = right_weights(scaled), wrong_weights(scaled)
print(right, wrong, wrong - right, sep="\n")
