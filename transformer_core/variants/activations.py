"""What may be in the place of ReLU between the two layers of the feed-forward network."""

import math
from collections.abc import Callable

import torch
from torch import Tensor


def gelu(x: Tensor) -> Tensor:
    """x times the probability that a standard normal number is below x (Hendrycks and Gimpel,
    2016, section 2).
    """
    return x * 0.5 * (1 + torch.erf(x / math.sqrt(2)))


def gelu_tanh(x: Tensor) -> Tensor:
    """The same paper's approximation, with which GPT-2 was trained."""
    return x * 0.5 * (1 + torch.tanh(math.sqrt(2 / math.pi) * (x + 0.044715 * x**3)))


def silu(x: Tensor) -> Tensor:
    """x sigmoid(x), also called swish (Ramachandran et al., 2017)."""
    return x * torch.sigmoid(x)


ACTIVATIONS: dict[str, Callable[[Tensor], Tensor]] = {
    "relu": torch.relu,
    "gelu": gelu,
    "gelu_tanh": gelu_tanh,
    "silu": silu,
    "tanh": torch.tanh,
}
