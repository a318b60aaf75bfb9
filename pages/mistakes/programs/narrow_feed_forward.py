"""A feed-forward network that is four numbers wide."""

import torch

# Setting
d_model, seed = 64, 11
# Program
seq_len, forward_expansion = 6, 4
generator = torch.Generator().manual_seed(seed)
weights = torch.empty(4 * d_model, d_model), torch.empty(d_model, 4 * d_model)
for matrix in weights:
    torch.nn.init.xavier_uniform_(matrix, generator=generator)
W_1, W_2 = weights  # (d_ff, d_model), (d_model, d_ff)
generator.manual_seed(seed)
x = torch.randn(seq_len, d_model, generator=generator)


def right_output(x: torch.Tensor) -> torch.Tensor:
    d_ff = forward_expansion * x.size(-1)  # right
    return torch.relu(x @ W_1[:d_ff].T) @ W_2[:, :d_ff].T


def wrong_output(x: torch.Tensor) -> torch.Tensor:
    d_ff = forward_expansion  # wrong
    return torch.relu(x @ W_1[:d_ff].T) @ W_2[:, :d_ff].T


right, wrong = right_output(x), wrong_output(x)
print(right, wrong, wrong - right, sep="\n")
