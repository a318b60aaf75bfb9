"""Untrained self-attention with its residual connection and norm, one part left out."""

import torch
import torch.nn.functional as F

from transformer_core import build_multi_head_attention, positional_encoding

# Setting
d_model, num_heads, seq_len, seed = 32, 4, 10, 1
# Choices
variant = "residuals"
# Program

words = torch.randn(1, seq_len, d_model, generator=torch.Generator().manual_seed(seed))
if variant == "positions":
    x = words
elif variant == "concatenated":
    half = d_model // 2
    positions = positional_encoding(seq_len, d_model - half)
    x = torch.cat([words[..., :half], positions[None]], dim=-1)
else:
    x = words + positional_encoding(seq_len, d_model)

attention = build_multi_head_attention(d_model, num_heads, seed)
if variant == "scaling":
    attention.scale = 1.0
made = attention(x, x, x)

total = made if variant == "residuals" else x + made
output = total if variant == "norm" else F.layer_norm(total, (d_model,))
print(output.shape)
