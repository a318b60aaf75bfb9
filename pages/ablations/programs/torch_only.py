"""Untrained self-attention with its residual connection and norm, one part left out."""

import torch
import torch.nn.functional as F
from torch import Tensor

# Setting
d_model, num_heads, seq_len, seed = 32, 4, 10, 1
# Choices
variant = "residuals"
# Program


def positional_encoding(width: int) -> Tensor:
    angles = torch.arange(seq_len)[:, None] / 10_000 ** (torch.arange(0, width, 2) / width)
    return torch.stack([angles.sin(), angles.cos()], dim=-1).flatten(1)


draw = torch.Generator().manual_seed(seed)
words = torch.randn(1, seq_len, d_model, generator=draw)
w_q, w_k, w_v, w_o = torch.randn(4, d_model, d_model, generator=draw) / d_model**0.5

if variant == "positions":
    x = words
elif variant == "concatenated":
    half = d_model // 2
    x = torch.cat([words[..., :half], positional_encoding(d_model - half)[None]], dim=-1)
else:
    x = words + positional_encoding(d_model)


def split(y: Tensor) -> Tensor:
    return y.unflatten(2, (num_heads, -1)).transpose(1, 2)  # (batch, heads, seq, d_k)


queries, keys, values = split(x @ w_q), split(x @ w_k), split(x @ w_v)
scores = queries @ keys.transpose(-2, -1)
if variant != "scaling":
    scores = scores / (d_model // num_heads) ** 0.5
weights = scores.softmax(dim=-1)
made = (weights @ values).transpose(1, 2).flatten(2) @ w_o

total = made if variant == "residuals" else x + made
output = total if variant == "norm" else F.layer_norm(total, (d_model,))
print(output.shape)
