"""A prefix that is seen as a whole (Raffel et al., 2020, section 3.2.1, "prefix LM")."""

import torch
from torch import Tensor

from transformer_core.masks import look_ahead_mask


def prefix_mask(seq_len: int, prefix: int, device: torch.device | str | None = None) -> Tensor:
    """Hides the future but for the first `prefix` positions, which every query sees.

    Returns: (seq_len, seq_len) bool, True = hidden.
    Raises: ValueError unless the prefix has 0 to seq_len positions.
    """
    if not 0 <= prefix <= seq_len:
        raise ValueError(f"prefix must be from 0 to seq_len={seq_len}, got {prefix}")
    mask = look_ahead_mask(seq_len, device)
    mask[:, :prefix] = False
    return mask
