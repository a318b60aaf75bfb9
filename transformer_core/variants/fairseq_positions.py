"""The sinusoidal encoding of tensor2tensor and fairseq, with which M2M100 and NLLB were trained."""

import math

import torch
from torch import Tensor, nn


class FairseqPositions(nn.Module):
    """Sines, then cosines, whose slowest wave turns by exactly 1 / base a position.

    In the paper's formula (section 3.5) wave i of n turns by 1 / base^(i / n); here by
    1 / base^(i / (n - 1)). The first token is at an offset, and one without a position has zeros.

    Args:
        d_model: columns, even and at least 4.
        offset: the position of the first token, one after the number of the padding token.

    Raises: ValueError for another number of columns.
    """

    def __init__(self, d_model: int, offset: int = 0, base: float = 10_000.0) -> None:
        super().__init__()
        if d_model % 2 or d_model < 4:
            raise ValueError(f"d_model must be even and at least 4, got {d_model}")
        self.num_waves, self.offset, self.base = d_model // 2, offset, base

    def forward(self, positions: Tensor) -> Tensor:
        """(seq_len,) or (batch, seq_len) whole numbers, -1 for none -> the same and d_model."""
        # In float32, as models were trained: far from the start float64 makes other numbers.
        step = math.log(self.base) / (self.num_waves - 1)
        speeds = torch.exp(torch.arange(self.num_waves).float() * -step)  # (waves,), from 1
        angles = (positions + self.offset).float().unsqueeze(-1) * speeds  # (..., seq_len, waves)
        waves = torch.cat([angles.sin(), angles.cos()], dim=-1)  # (..., seq_len, d_model)
        return waves.masked_fill((positions < 0).unsqueeze(-1), 0.0)
