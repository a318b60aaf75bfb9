"""How widely a query spreads its attention."""

import math

import torch
from torch import Tensor


def attention_entropy(weights: Tensor) -> Tensor:
    """Entropy of each query's attention, in bits: -sum(w log2 w) over the keys.

    0 when all weight lies on one key, log2(seq_k) when it is spread evenly, and 0 for an empty
    row, which looks at nothing.

    Args:
        weights: (..., seq_q, seq_k), rows that sum to 1 or 0.

    Returns: (..., seq_q).
    """
    return torch.special.entr(weights).sum(dim=-1) / math.log(2)  # (..., seq_q)
