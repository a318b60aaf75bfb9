"""The encodings of positions: sines and cosines, with their angles in float64, or the index."""

import torch

# Setting
seq_len, d_model = 50, 128
base = 10000.0
# Choices
kind = "sinusoidal"
# Program

if kind == "sinusoidal":
    position = torch.arange(seq_len, dtype=torch.float64).unsqueeze(1)
    pair = torch.arange(0, d_model, 2, dtype=torch.float64)
    angle = position / base ** (pair / d_model)
    PE = torch.empty(seq_len, d_model)
    PE[:, 0::2] = angle.sin()
    PE[:, 1::2] = angle.cos()[:, : d_model // 2]
elif kind == "normalized_index":
    position = torch.arange(seq_len).unsqueeze(1).float()
    PE = position.expand(seq_len, d_model) / max(seq_len - 1, 1)
else:
    PE = torch.arange(seq_len).unsqueeze(1).float().expand(seq_len, d_model)
print(PE)
