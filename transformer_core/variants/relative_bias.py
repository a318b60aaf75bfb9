"""T5's relative positions (Raffel et al., 2020, section 2.1): a number added to each score.

It depends on the head and on how far the key is from the query. Far distances share a number.
"""

import math

import torch
from torch import Tensor, nn

from transformer_core.layers import Embedding


def bucket(distance: Tensor, num_buckets: int, max_distance: int, both_sides: bool) -> Tensor:
    """Which bucket a distance falls into.

    The first half of a side's buckets hold one distance each, the others ever more: their limits
    grow by a constant factor up to `max_distance`. What is further is in the last one.

    Args:
        distance: whole numbers, the key's position minus the query's.
        both_sides: True: half of the buckets are for keys after the query. False: keys after the
            query are in bucket 0, as no query sees them.

    Returns: like distance, from 0 to num_buckets - 1.
    """
    side = num_buckets // 2 if both_sides else num_buckets
    start = (distance > 0).long() * side if both_sides else torch.zeros_like(distance)
    steps = distance.abs() if both_sides else (-distance).clamp(min=0)
    exact = side // 2
    # float32, as models were trained: where a limit is exact, float64 may fall on its other side
    growth = torch.log(steps.clamp(min=1).float() / exact) / math.log(max_distance / exact)
    shared = (exact + (growth * (side - exact)).long()).clamp(max=side - 1)
    return start + torch.where(steps < exact, steps, shared)


class RelativeBias(nn.Module):
    """A table with a number for each bucket of distances and each head.

    Args:
        both_sides: whether keys after the query are told apart, as in an encoder.
    """

    def __init__(
        self, num_heads: int, num_buckets: int = 32, max_distance: int = 128, *, both_sides: bool
    ) -> None:
        super().__init__()
        self.num_buckets, self.max_distance = num_buckets, max_distance
        self.both_sides = both_sides
        self.table = Embedding(num_buckets, num_heads)

    def forward(self, queries: Tensor, keys: Tensor) -> Tensor:
        """The bias of every pair of positions.

        Args:
            queries: (seq_q,) or (batch, seq_q) positions, whole numbers.
            keys: (seq_k,) or (batch, seq_k).

        Returns: (heads, seq_q, seq_k) or (batch, heads, seq_q, seq_k).
        """
        distance = keys.unsqueeze(-2) - queries.unsqueeze(-1)  # (..., seq_q, seq_k)
        buckets = bucket(distance, self.num_buckets, self.max_distance, self.both_sides)
        return self.table(buckets).movedim(-1, -3)  # (..., heads, seq_q, seq_k)
