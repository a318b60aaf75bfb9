"""A residual that goes round two sublayers instead of one."""

import torch
from torch.nn.functional import layer_norm

# Setting
seq_len, seed = 6, 11
# Program
d_model, num_heads, d_ff = 16, 4, 64
generator = torch.Generator().manual_seed(seed)
x = torch.eye(d_model)[:seq_len].unsqueeze(0)  # (1, seq_len, d_model)


def matrix(*size: int) -> torch.Tensor:
    return torch.nn.init.xavier_uniform_(torch.empty(size), generator=generator)


W_Q, W_K, W_V, W_O = (matrix(d_model, d_model) for _ in range(4))
W_1, W_2 = matrix(d_ff, d_model), torch.zeros(d_model, d_ff)  # the network gives 0


def split(x: torch.Tensor) -> torch.Tensor:
    return x.unflatten(2, (num_heads, -1)).transpose(1, 2)  # (1, heads, seq_len, d_k)


def attention(x: torch.Tensor) -> torch.Tensor:
    Q, K, V = (split(x @ W.T) for W in (W_Q, W_K, W_V))
    weights = torch.softmax(Q @ K.mT / Q.size(-1) ** 0.5, dim=-1)
    return (weights @ V).transpose(1, 2).flatten(2) @ W_O.T  # (1, seq_len, d_model)


def norm(x: torch.Tensor) -> torch.Tensor:
    return layer_norm(x, (d_model,), eps=1e-6)


def right_output(x: torch.Tensor) -> torch.Tensor:
    attended = norm(x + attention(x))
    made = torch.relu(attended @ W_1.T) @ W_2.T
    total = attended + made  # right
    return norm(total)


def wrong_output(x: torch.Tensor) -> torch.Tensor:
    attended = norm(x + attention(x))
    made = torch.relu(attended @ W_1.T) @ W_2.T
    total = x + made  # wrong
    return norm(total)


right, wrong = right_output(x), wrong_output(x)
print(right, wrong, wrong - right, sep="\n")
