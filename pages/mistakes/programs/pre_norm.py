"""A norm in another place than the paper's."""

from collections.abc import Callable

import torch
from torch.nn.functional import layer_norm

# Setting
num_layers, seed = 6, 11
# Program
seq_len, d_model, num_heads, d_ff = 6, 16, 4, 64
Sublayer = Callable[[torch.Tensor], torch.Tensor]
generator = torch.Generator().manual_seed(seed)
x = torch.empty(1, seq_len, d_model).normal_(generator=generator)
generator.manual_seed(seed)  # the weights start from the same seed


def matrix(*size: int) -> torch.Tensor:
    return torch.nn.init.xavier_uniform_(torch.empty(size), generator=generator)


def split(x: torch.Tensor) -> torch.Tensor:
    return x.unflatten(2, (num_heads, -1)).transpose(1, 2)  # (1, heads, seq_len, d_k)


def attention() -> Sublayer:
    W_Q, W_K, W_V, W_O = (matrix(d_model, d_model) for _ in range(4))

    def sublayer(x: torch.Tensor) -> torch.Tensor:
        Q, K, V = (split(x @ W.T) for W in (W_Q, W_K, W_V))
        weights = torch.softmax(Q @ K.mT / Q.size(-1) ** 0.5, dim=-1)
        return (weights @ V).transpose(1, 2).flatten(2) @ W_O.T  # (1, seq_len, d_model)

    return sublayer


def feed_forward() -> Sublayer:
    W_1, W_2 = matrix(d_ff, d_model), matrix(d_model, d_ff)
    return lambda x: torch.relu(x @ W_1.T) @ W_2.T


def norm(x: torch.Tensor) -> torch.Tensor:
    return layer_norm(x, (d_model,), eps=1e-6)


layers = [(attention(), feed_forward()) for _ in range(num_layers)]


def right_outputs(x: torch.Tensor) -> torch.Tensor:
    outputs = []
    for layer in layers:
        for sublayer in layer:
            x = norm(x + sublayer(x))  # right
        outputs.append(x)
    return torch.cat(outputs)  # (layers, seq_len, d_model)


def wrong_outputs(x: torch.Tensor) -> torch.Tensor:
    outputs = []
    for layer in layers:
        for sublayer in layer:
            x = x + sublayer(norm(x))  # wrong
        outputs.append(x)
    return torch.cat(outputs)  # (layers, seq_len, d_model)


right, wrong = right_outputs(x), wrong_outputs(x)
print(right, wrong, wrong - right, sep="\n")
