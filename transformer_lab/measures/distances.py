"""How far apart two results of the same shape are."""

from torch import Tensor


def relative_distance(one: Tensor, other: Tensor) -> float:
    """The length of the difference as a share of the other one's length, all numbers together."""
    return float((one - other).norm() / other.norm())


def total_variation(one: Tensor, other: Tensor) -> float:
    """The share of probability that lies elsewhere: half the sum of the differences, 0 to 1.

    Args:
        one, other: (n,) probabilities.
    """
    return float((one - other).abs().sum()) / 2
