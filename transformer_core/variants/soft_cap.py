"""Scores that approach a limit and never pass it (Gemma Team, 2024, "Gemma 2", section 2)."""

import torch
from torch import Tensor

from transformer_core.checks import require_positive


def soft_cap(scores: Tensor, cap: float) -> Tensor:
    """cap * tanh(scores / cap): small numbers stay nearly as they are. Returns: like scores.

    Raises: ValueError unless cap is positive.
    """
    require_positive("cap", cap)
    return cap * torch.tanh(scores / cap)
