"""The residual connection around a sublayer, and the norms (sections 3.1 and 5.4)."""

from torch import Tensor, nn

from transformer_core.config import TransformerConfig
from transformer_core.dropout import Dropout
from transformer_core.layers import LayerNorm


class Residual(nn.Module):
    """x + Sublayer(x), with dropout on what the sublayer made: "Add" in figure 1."""

    def __init__(self, config: TransformerConfig) -> None:
        super().__init__()
        self.dropout = Dropout(config.dropout)

    def forward(self, x: Tensor, made: Tensor) -> Tensor:
        """Takes two and returns one (batch, seq_len, d_model)."""
        total: Tensor = x + self.dropout(made)
        return total


def layer_norm(config: TransformerConfig) -> LayerNorm:
    """ "Norm" in figure 1: one for each sublayer."""
    return LayerNorm(config.d_model, eps=config.layer_norm_eps)


def final_norm(config: TransformerConfig) -> LayerNorm | None:
    """Pre-norm leaves the last sum of a stack without a norm, so the stack ends in one."""
    return layer_norm(config) if config.norm_first else None
