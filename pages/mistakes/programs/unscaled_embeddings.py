"""Embeddings that the positions drown out."""

import torch

# Setting
d_model, seed = 64, 11
# Program
seq_len = 8
generator = torch.Generator().manual_seed(seed)
table = torch.empty(seq_len + 1, d_model)  # (vocab, d_model)
table.normal_(std=d_model**-0.5, generator=generator)
token_ids = torch.arange(1, seq_len + 1).unsqueeze(0)  # (1, seq_len)
embeddings = table[token_ids]  # (1, seq_len, d_model)

position = torch.arange(seq_len, dtype=torch.float64).unsqueeze(1)  # (seq_len, 1)
pair = torch.arange(0, d_model, 2, dtype=torch.float64)  # (d_model / 2,)
angle = position / 10_000 ** (pair / d_model)  # (seq_len, d_model / 2)
PE = torch.stack([angle.sin(), angle.cos()], dim=2).flatten(1).float()


def right_encoded(embeddings: torch.Tensor) -> torch.Tensor:
    scaled = embeddings * embeddings.size(-1) ** 0.5  # right
    return scaled + PE


def wrong_encoded(embeddings: torch.Tensor) -> torch.Tensor:
    scaled = embeddings  # wrong
    return scaled + PE


right, wrong = right_encoded(embeddings), wrong_encoded(embeddings)
print(right, wrong, wrong - right, sep="\n")
