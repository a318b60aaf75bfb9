"""Layers of torch whose parameters a trace can change (see `transformer_core.trace`)."""

import torch.nn.functional as F
from torch import Tensor, nn

from transformer_core.trace import stored


class Linear(nn.Linear):
    """x W^T + b."""

    def forward(self, x: Tensor) -> Tensor:
        """(..., in_features) -> (..., out_features)."""
        return F.linear(x, stored(self, "weight"), stored(self, "bias"))


class Embedding(nn.Embedding):
    """One row of a table for each token."""

    def forward(self, ids: Tensor) -> Tensor:
        """(...) -> (..., d_model)."""
        return F.embedding(ids, stored(self, "weight"))


class LayerNorm(nn.LayerNorm):
    """Normalises each position over d_model, then scales and moves it by what it has learnt."""

    def forward(self, x: Tensor) -> Tensor:
        """Takes and returns (..., d_model)."""
        weight, bias = stored(self, "weight"), stored(self, "bias")
        return F.layer_norm(x, self.normalized_shape, weight, bias, self.eps)
