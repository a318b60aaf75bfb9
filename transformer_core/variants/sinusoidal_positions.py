"""The paper's sinusoidal encoding: as the paper has it, or with all sines before all cosines, as
Marian does.
"""

import torch
from torch import Tensor, nn

from transformer_core.positional_encoding import encoding_at


class PaperPositions(nn.Module):
    """The rows of `positional_encoding`, sines and cosines in turn.

    Args:
        d_model: columns.
    """

    def __init__(self, d_model: int) -> None:
        super().__init__()
        self.d_model = d_model

    def forward(self, positions: Tensor) -> Tensor:
        """(seq_len,) or (batch, seq_len) whole numbers -> the same and d_model."""
        waves = encoding_at(positions.flatten(), self.d_model)  # (positions, d_model)
        return waves.unflatten(0, positions.shape)  # (..., seq_len, d_model)


class SinusoidalPositions(PaperPositions):
    """The same columns in another order: the even ones, then the odd ones.

    To a model the order is the same: the layers learn which column is which.
    """

    def forward(self, positions: Tensor) -> Tensor:
        """(seq_len,) or (batch, seq_len) whole numbers -> the same and d_model."""
        waves = super().forward(positions)  # (..., seq_len, d_model)
        return torch.cat([waves[..., 0::2], waves[..., 1::2]], dim=-1)
