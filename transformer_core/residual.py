"""The residual connection and layer norm around every sublayer (sections 3.1 and 5.4)."""

from collections.abc import Callable

from torch import Tensor, nn

from transformer_core.config import TransformerConfig
from transformer_core.dropout import Dropout
from transformer_core.trace import record


class Residual(nn.Module):
    """The residual connection around one sublayer, with its dropout: "Add & Norm" in figure 1.

    Its norm is next to it in the layer, norm_1 next to residual_1, and is passed to it.

    Records, in the layer's name and with its own number n: residual_n, the sum x + Sublayer(x), and
    normed_n, both (batch, seq_len, d_model). Pre-norm makes normed_n first, post-norm residual_n.
    """

    records_beside = True

    def __init__(self, config: TransformerConfig) -> None:
        super().__init__()
        self.norm_first = config.norm_first
        self.dropout = Dropout(config.dropout)

    def forward(
        self, x: Tensor, norm: nn.LayerNorm, sublayer: Callable[[Tensor], Tensor]
    ) -> Tensor:
        """LayerNorm(x + Sublayer(x)), or with pre-norm x + Sublayer(LayerNorm(x))."""
        if self.norm_first:
            normed = norm(x)
            record(self, normed=normed)
            summed = x + self.dropout(sublayer(normed))
            record(self, residual=summed)
            return summed
        summed = x + self.dropout(sublayer(x))
        normed = norm(summed)
        record(self, residual=summed, normed=normed)
        return normed


def layer_norm(config: TransformerConfig) -> nn.LayerNorm:
    """Normalises each position over d_model, then scales and moves it by what it has learnt."""
    return nn.LayerNorm(config.d_model, eps=config.layer_norm_eps)


def final_norm(config: TransformerConfig) -> nn.LayerNorm | None:
    """Pre-norm leaves the last sum of a stack without a norm, so the stack ends in one."""
    return layer_norm(config) if config.norm_first else None
