"""Heads split without a transposition."""

import torch

# Setting
seq_len, num_heads = 6, 2
# Program
batch, d_model = 1, 8
# Token 3, dimension 5 holds 3.05
x = torch.arange(seq_len).unsqueeze(1) + torch.arange(d_model) / 100
x = x.unsqueeze(0)  # (1, seq_len, d_model)


def right_heads(x: torch.Tensor) -> torch.Tensor:
    # (batch, heads, seq_len, d_k)
    return x.unflatten(2, (num_heads, -1)).transpose(1, 2)  # right


def wrong_heads(x: torch.Tensor) -> torch.Tensor:
    # (batch, heads, seq_len, d_k)
    return x.reshape(batch, num_heads, seq_len, -1)  # wrong


right, wrong = right_heads(x), wrong_heads(x)
print(right, wrong, wrong - right, sep="\n")
