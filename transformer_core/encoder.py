"""The encoder (section 3.1, figure 1 left)."""

from torch import Tensor, nn

from transformer_core.config import TransformerConfig
from transformer_core.feed_forward import FeedForward
from transformer_core.multi_head_attention import MultiHeadAttention
from transformer_core.residual import Residual, final_norm, layer_norm
from transformer_core.trace import record


class EncoderLayer(nn.Module):
    """Self-attention, then feed-forward; each with its residual connection and norm."""

    def __init__(self, config: TransformerConfig) -> None:
        super().__init__()
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
        x = self.residual_1(x, self.norm_1, lambda y: self.self_attention(y, y, y, src_mask))
        return self.residual_2(x, self.norm_2, self.feed_forward)


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
        output = x if self.norm is None else self.norm(x)
        record(self, output=output)
        return output
