"""What label smoothing asks for, and the least loss that it leaves (section 5.4)."""

import torch
from torch import Tensor


def smoothed_target(token: int, vocab_size: int, label_smoothing: float) -> Tensor:
    """The distribution that a smoothed loss compares a prediction with, in float64.

    Of the share that is taken from the right token, it gets its part back like every other token:
    1 - smoothing + smoothing / vocab_size.

    Returns: (vocab_size,), which sums to 1.
    """
    shares = torch.full((vocab_size,), label_smoothing / vocab_size, dtype=torch.float64)
    shares[token] += 1 - label_smoothing
    return shares


def least_loss(vocab_size: int, label_smoothing: float) -> float:
    """The smallest loss of a position, in nats: that of a prediction equal to the target.

    It is the entropy of the smoothed target; 0 without smoothing, which no finite logits reach.
    """
    shares = smoothed_target(0, vocab_size, label_smoothing)
    return float(torch.special.entr(shares).sum())
