"""A norm over the positions."""

import torch

# Setting
seq_len, seed = 6, 11
# Program
d_model = 8
generator = torch.Generator().manual_seed(seed)
draw = torch.randn(13, d_model, generator=generator)
begun, last, other = draw[1:seq_len], draw[seq_len : seq_len + 1], draw[:1]
# Two sentences that differ in the last token alone: (2, seq_len, d_model)
x = torch.stack([torch.cat([begun, last]), torch.cat([begun, other])])


def normed(x: torch.Tensor, dim: int) -> torch.Tensor:
    variance, mean = torch.var_mean(x, dim, correction=0, keepdim=True)
    return (x - mean) / (variance + 1e-6).sqrt()


def right_norm(x: torch.Tensor) -> torch.Tensor:
    return normed(x, dim=-1)  # right


def wrong_norm(x: torch.Tensor) -> torch.Tensor:
    return normed(x, dim=-2)  # wrong


right, wrong = right_norm(x), wrong_norm(x)
print(right, wrong, wrong - right, sep="\n")
