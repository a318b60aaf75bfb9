"""Which keys several heads look at and another head, such as one that is not split, does not."""

from typing import NamedTuple

from torch import Tensor

LOOKED_AT = 0.5
"""The share of a query's weight from which on a head looks at a key."""
OVERLOOKED = 0.1
"""What has less is overlooked."""


class Overlooked(NamedTuple):
    """How many keys some head looks at, how many of them one other head overlooks, and where the
    two are furthest apart. A key counts once for each query.
    """

    looked_at: int
    overlooked: int
    head: int
    query: int
    key: int


def overlooked(weights: Tensor, other: Tensor) -> Overlooked:
    """Compare several heads with one.

    Args:
        weights: (heads, seq_q, seq_k), the weights of several heads.
        other: (seq_q, seq_k), those of the one head.
    """
    most, heads = weights.max(dim=0)  # (seq_q, seq_k)
    seen = most >= LOOKED_AT
    missed = seen & (other < OVERLOOKED)
    apart = (most - other).masked_fill(~(missed if missed.any() else seen), -1)
    query, key = divmod(int(apart.argmax()), weights.size(-1))
    return Overlooked(int(seen.sum()), int(missed.sum()), int(heads[query, key]), query, key)
