"""Padding that is looked for in the vectors."""

import torch

# Setting
seq_len, trailing, seed = 6, 2, 11
# Program
d_k, d_model = 4, 8
generator = torch.Generator().manual_seed(seed)
Q, K = torch.randn(2, 12, 512, generator=generator)[:, :seq_len, :d_k]
scaled = Q @ K.T / d_k**0.5  # (seq_len, seq_len)
token_ids = torch.arange(1, seq_len + 1)
token_ids[seq_len - trailing :] = 0  # padding
generator.manual_seed(seed)
table = torch.randn(seq_len + 1, d_model, generator=generator) / d_model**0.5
table[0] = 0.0  # as torch.nn.Embedding does at padding_idx
position = torch.arange(seq_len, dtype=torch.float64).unsqueeze(1)  # (seq_len, 1)
pair = torch.arange(0, d_model, 2, dtype=torch.float64)  # (d_model / 2,)
angle = position / 10_000 ** (pair / d_model)  # (seq_len, d_model / 2)
PE = torch.stack([angle.sin(), angle.cos()], dim=2).flatten(1).float()
x = d_model**0.5 * table[token_ids] + PE  # (seq_len, d_model)


def right_weights(scaled: torch.Tensor) -> torch.Tensor:
    mask = token_ids == 0  # right
    return torch.softmax(scaled.masked_fill(mask, -torch.inf), dim=-1)


def wrong_weights(scaled: torch.Tensor) -> torch.Tensor:
    mask = (x == 0).all(dim=-1)  # wrong
    return torch.softmax(scaled.masked_fill(mask, -torch.inf), dim=-1)


right, wrong = right_weights(scaled), wrong_weights(scaled)
print(right, wrong, wrong - right, sep="\n")
