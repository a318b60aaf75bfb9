"""A positional encoding whose columns all turn at one speed."""

import torch

# Setting
positions, d_model = 50, 64
# Program
position = torch.arange(positions, dtype=torch.float64)


def right_encoding(position: torch.Tensor) -> torch.Tensor:
    encoding = torch.empty(positions, d_model)
    for i in range(d_model):
        angle = position / 10_000 ** (2 * (i // 2) / d_model)  # right
        encoding[:, i] = angle.cos() if i % 2 else angle.sin()
    return encoding


def wrong_encoding(position: torch.Tensor) -> torch.Tensor:
    encoding = torch.empty(positions, d_model)
    for i in range(d_model):
        angle = position / 10_000 ** (2 * (1 // 2) / d_model)  # wrong
        encoding[:, i] = angle.cos() if i % 2 else angle.sin()
    return encoding


right, wrong = right_encoding(position), wrong_encoding(position)
print(right, wrong, wrong - right, sep="\n")
