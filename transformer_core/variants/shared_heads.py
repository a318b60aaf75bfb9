"""Heads that share keys and values, as the paper's heads with the same columns; what it saves.

Grouped-query attention (Ainslie et al., 2023, section 2.2) is multi-head attention in which the
heads of a group have the same columns in W_K and W_V. `GroupedAttention` stores them once.
"""

import torch
from torch import Tensor

from transformer_core.checks import require_sizes
from transformer_core.layers import Linear
from transformer_core.multi_head_attention import MultiHeadAttention


def first_of_group(num_heads: int, num_kv_heads: int) -> Tensor:
    """(heads,) whole numbers: for each head the first one that has the same keys and values.

    Raises: ValueError when `num_kv_heads` does not divide `num_heads`.
    """
    require_sizes({"num_heads": num_heads, "num_kv_heads": num_kv_heads})
    if num_heads % num_kv_heads:
        raise ValueError(f"num_heads={num_heads} is not divisible by num_kv_heads={num_kv_heads}")
    group = num_heads // num_kv_heads
    return torch.arange(num_heads) // group * group


@torch.no_grad()
def share_heads(attention: MultiHeadAttention, num_kv_heads: int) -> None:
    """Give every head the keys and values of the first head of its group.

    Changes: the weights and biases of w_k and w_v.
    """
    first = first_of_group(attention.num_heads, num_kv_heads)
    for layer in (attention.w_k, attention.w_v):
        layer.weight.copy_(_shared(layer.weight, first))
        layer.bias.copy_(_shared(layer.bias, first))


def _shared(rows: Tensor, first: Tensor) -> Tensor:
    """A linear layer stores the columns of W_K as rows."""
    return rows.unflatten(0, (len(first), -1))[first].flatten(0, 1)


def projection_size(d_model: int, num_kv_heads: int, d_k: int) -> int:
    """Weights and biases of W_K and W_V that are stored: 2 * (d_model + 1) * num_kv_heads * d_k."""
    layer = Linear(d_model, num_kv_heads * d_k, device="meta")
    return 2 * sum(parameter.numel() for parameter in layer.parameters())


def cached_numbers(num_kv_heads: int, d_k: int) -> int:
    """What a key-value cache keeps of one token in one layer: a key and a value per head."""
    return 2 * num_kv_heads * d_k
