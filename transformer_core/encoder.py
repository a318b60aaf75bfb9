"""The encoder (section 3.1, figure 1 left)."""

from torch import Tensor, nn

from transformer_core.config import TransformerConfig
from transformer_core.feed_forward import FeedForward
from transformer_core.multi_head_attention import MultiHeadAttention
from transformer_core.residual import Residual, final_norm, layer_norm
from transformer_core.trace import seen


class EncoderLayer(nn.Module):
    """Self-attention, then feed-forward; each with its residual connection and norm.

    Records: residual_1, normed_1, residual_2, normed_2 (batch, seq_len, d_model): the sums and the
        norms. Post-norm makes a sum first and then its norm, pre-norm the norm first.
    """

    def __init__(self, config: TransformerConfig) -> None:
        super().__init__()
        self.norm_first = config.norm_first
        self.self_attention = MultiHeadAttention(config.d_model, config.num_heads)
        self.feed_forward = FeedForward(config.d_model, config.d_ff)
        self.norm_1 = layer_norm(config)
        self.norm_2 = layer_norm(config)
        self.residual_1 = Residual(config)
        self.residual_2 = Residual(config)

    def forward(self, x: Tensor, src_mask: Tensor | None = None) -> Tensor:
        """Takes and returns (batch, seq_len, d_model).

        Args:
            src_mask: bool, broadcastable to (batch, heads, seq_len, seq_len), True = hidden.
        """
        if self.norm_first:
            y = seen(self, "normed_1", self.norm_1(x))
            attended = self.self_attention(y, y, y, src_mask)
            x = seen(self, "residual_1", self.residual_1(x, attended))
            y = seen(self, "normed_2", self.norm_2(x))
            return seen(self, "residual_2", self.residual_2(x, self.feed_forward(y)))
        attended = self.self_attention(x, x, x, src_mask)
        x = seen(self, "residual_1", self.residual_1(x, attended))
        x = seen(self, "normed_1", self.norm_1(x))
        x = seen(self, "residual_2", self.residual_2(x, self.feed_forward(x)))
        return seen(self, "normed_2", self.norm_2(x))


class Encoder(nn.Module):
    """`num_layers` encoder layers, one after the other; with pre-norm a last norm after them.

    Records: output (batch, seq_len, d_model).
    """

    def __init__(self, config: TransformerConfig) -> None:
        super().__init__()
        self.layers = nn.ModuleList(EncoderLayer(config) for _ in range(config.num_layers))
        self.norm = final_norm(config)

    def forward(self, x: Tensor, src_mask: Tensor | None = None) -> Tensor:
        """Takes and returns (batch, seq_len, d_model); `src_mask` as in `EncoderLayer`."""
        for layer in self.layers:
            x = layer(x, src_mask)
        return seen(self, "output", x if self.norm is None else self.norm(x))
