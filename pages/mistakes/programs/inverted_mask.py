"""A mask that torch's own function reads the other way round."""

import torch
import torch.nn.functional as F

# Setting
seq_len, seed = 6, 11
# Program
d_k = 4
generator = torch.Generator().manual_seed(seed)
# All sizes are cut from one draw, so a larger size keeps a smaller one's numbers
drawn = torch.randn(2, 12, 512, generator=generator)
Q, K = drawn[:, :seq_len, :d_k]  # (seq_len, d_k) each
mask = torch.ones(seq_len, seq_len, dtype=torch.bool).triu(1)  # True = hidden
values = torch.eye(seq_len)  # the output is then the weights


def right_weights(Q: torch.Tensor, K: torch.Tensor) -> torch.Tensor:
    return F.scaled_dot_product_attention(Q, K, values, attn_mask=~mask)  # right


def wrong_weights(Q: torch.Tensor, K: torch.Tensor) -> torch.Tensor:
    return F.scaled_dot_product_attention(Q, K, values, attn_mask=mask)  # wrong


right, wrong = right_weights(Q, K), wrong_weights(Q, K)
print(right, wrong, wrong - right, sep="\n")
