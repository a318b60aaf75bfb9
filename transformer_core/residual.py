"""The residual connection and layer norm around every sublayer (sections 3.1 and 5.4)."""

from collections.abc import Callable

from torch import Tensor, nn

from transformer_core.config import TransformerConfig
from transformer_core.dropout import Dropout
from transformer_core.trace import record


class ResidualLayer(nn.Module):
    """A layer made of sublayers, each with its residual connection, dropout and norm.

    Records, for sublayer number n: residual_n, the sum x + Sublayer(x), and normed_n, both
    (batch, seq_len, d_model). Pre-norm makes normed_n first, post-norm residual_n.
    """

    def __init__(self, config: TransformerConfig, sublayers: int) -> None:
        super().__init__()
        self.norm_first = config.norm_first
        self.dropouts = nn.ModuleList(Dropout(config.dropout) for _ in range(sublayers))

    def residual(
        self, number: int, norm: nn.LayerNorm, x: Tensor, sublayer: Callable[[Tensor], Tensor]
    ) -> Tensor:
        """LayerNorm(x + Sublayer(x)), or with pre-norm x + Sublayer(LayerNorm(x))."""
        dropout = self.dropouts[number - 1]
        if self.norm_first:
            normed = norm(x)
            record(self, **{f"normed_{number}": normed})
            summed = x + dropout(sublayer(normed))
            record(self, **{f"residual_{number}": summed})
            return summed
        summed = x + dropout(sublayer(x))
        normed = norm(summed)
        record(self, **{f"residual_{number}": summed, f"normed_{number}": normed})
        return normed


def layer_norm(config: TransformerConfig) -> nn.LayerNorm:
    """Normalises each position over d_model, then scales and moves it by what it has learnt."""
    return nn.LayerNorm(config.d_model, eps=config.layer_norm_eps)


def final_norm(config: TransformerConfig) -> nn.LayerNorm | None:
    """Pre-norm leaves the last sum of a stack without a norm, so the stack ends in one."""
    return layer_norm(config) if config.norm_first else None
