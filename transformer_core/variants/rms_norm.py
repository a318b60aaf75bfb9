"""RMS norm (Zhang and Sennrich, 2019, equation 4): a norm that does not subtract the mean."""

import torch
from torch import Tensor, nn

from transformer_core.checks import require_positive, require_sizes
from transformer_core.trace import stored


class RMSNorm(nn.Module):
    """x / sqrt(mean(x^2) + eps) * weight.

    Args:
        width: numbers that are normalised together, d_model or d_k.
        eps: keeps a vector of zeros finite.
        added: what is added to the weight before it scales: 0, or 1 in Gemma, whose weights are
            near 0.
    """

    def __init__(self, width: int, eps: float = 1e-6, added: float = 0.0) -> None:
        super().__init__()
        require_sizes({"width": width})
        require_positive("eps", eps)
        self.weight = nn.Parameter(torch.full((width,), 1.0 - added))
        self.eps, self.added = eps, added

    def forward(self, x: Tensor) -> Tensor:
        """Takes and returns (..., width)."""
        mean_square = x.pow(2).mean(-1, keepdim=True)  # (..., 1)
        normed = x * torch.rsqrt(mean_square + self.eps)
        return normed * (self.added + stored(self, "weight"))
