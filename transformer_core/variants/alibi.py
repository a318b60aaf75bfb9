"""ALiBi (Press et al., 2022, section 3): each score falls with the distance of its key."""

import math

import torch
from torch import Tensor, nn

from transformer_core.checks import require_sizes


def slopes(num_heads: int) -> Tensor:
    """How fast each head's scores fall: 2^(-8/n), 2^(-16/n), ... for n heads, a power of 2.

    For another number of heads, as in the authors' code: those of the power of 2 below it, then
    every other one of twice that power.

    Returns: (heads,) float32.
    """
    require_sizes({"num_heads": num_heads})
    power = 2 ** math.floor(math.log2(num_heads))
    first = [2 ** (-8 * (head + 1) / power) for head in range(power)]
    between = [2 ** (-4 * (head + 1) / power) for head in range(0, 2 * power, 2)]
    return torch.tensor((first + between)[:num_heads])


class AlibiBias(nn.Module):
    """-slope * distance, in the place of any encoding of positions. Nothing of it is learnt."""

    def __init__(self, num_heads: int) -> None:
        super().__init__()
        self.num_heads = num_heads

    def forward(self, queries: Tensor, keys: Tensor) -> Tensor:
        """The bias of every pair of positions.

        Args:
            queries: (seq_q,) or (batch, seq_q) positions, whole numbers.
            keys: (seq_k,) or (batch, seq_k).

        Returns: (heads, seq_q, seq_k) or (batch, heads, seq_q, seq_k).
        """
        distance = (queries.unsqueeze(-1) - keys.unsqueeze(-2)).abs()  # (..., seq_q, seq_k)
        falling = slopes(self.num_heads).to(queries.device)[:, None, None]  # (heads, 1, 1)
        return -falling * distance.unsqueeze(-3)  # (..., heads, seq_q, seq_k)
