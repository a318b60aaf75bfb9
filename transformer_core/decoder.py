"""The decoder (section 3.1, figure 1 right)."""

from torch import Tensor, nn

from transformer_core.config import TransformerConfig
from transformer_core.feed_forward import FeedForward
from transformer_core.multi_head_attention import MultiHeadAttention
from transformer_core.residual import Residual, final_norm, layer_norm
from transformer_core.trace import seen


class DecoderLayer(nn.Module):
    """Masked self-attention, attention to the encoder's output (cross-attention), feed-forward.

    Records: as `EncoderLayer`, with residual_3 and normed_3.
    """

    def __init__(self, config: TransformerConfig) -> None:
        super().__init__()
        self.norm_first = config.norm_first
        self.self_attention = MultiHeadAttention(config.d_model, config.num_heads)
        self.cross_attention = MultiHeadAttention(config.d_model, config.num_heads)
        self.feed_forward = FeedForward(config.d_model, config.d_ff)
        self.norm_1 = layer_norm(config)
        self.norm_2 = layer_norm(config)
        self.norm_3 = layer_norm(config)
        self.residual_1 = Residual(config)
        self.residual_2 = Residual(config)
        self.residual_3 = Residual(config)

    def forward(
        self,
        x: Tensor,
        memory: Tensor,
        tgt_mask: Tensor | None = None,
        src_mask: Tensor | None = None,
    ) -> Tensor:
        """Takes and returns (batch, seq_q, d_model).

        Args:
            memory: (batch, seq_k, d_model), the encoder's output: keys and values.
            tgt_mask: what self-attention hides, the future and the target's padding; bool,
                broadcastable to (batch, heads, seq_q, seq_q), True = hidden.
            src_mask: what cross-attention hides, the source's padding; bool, broadcastable to
                (batch, heads, seq_q, seq_k).
        """
        if self.norm_first:
            y = seen(self, "normed_1", self.norm_1(x))
            attended = self.self_attention(y, y, y, tgt_mask)
            x = seen(self, "residual_1", self.residual_1(x, attended))
            y = seen(self, "normed_2", self.norm_2(x))
            attended = self.cross_attention(y, memory, memory, src_mask)
            x = seen(self, "residual_2", self.residual_2(x, attended))
            y = seen(self, "normed_3", self.norm_3(x))
            return seen(self, "residual_3", self.residual_3(x, self.feed_forward(y)))
        attended = self.self_attention(x, x, x, tgt_mask)
        x = seen(self, "residual_1", self.residual_1(x, attended))
        x = seen(self, "normed_1", self.norm_1(x))
        attended = self.cross_attention(x, memory, memory, src_mask)
        x = seen(self, "residual_2", self.residual_2(x, attended))
        x = seen(self, "normed_2", self.norm_2(x))
        x = seen(self, "residual_3", self.residual_3(x, self.feed_forward(x)))
        return seen(self, "normed_3", self.norm_3(x))


class Decoder(nn.Module):
    """`num_layers` decoder layers, one after the other; with pre-norm a last norm after them.

    Records: output (batch, seq_len, d_model).
    """

    def __init__(self, config: TransformerConfig) -> None:
        super().__init__()
        self.layers = nn.ModuleList(DecoderLayer(config) for _ in range(config.num_layers))
        self.norm = final_norm(config)

    def forward(
        self,
        x: Tensor,
        memory: Tensor,
        tgt_mask: Tensor | None = None,
        src_mask: Tensor | None = None,
    ) -> Tensor:
        """Takes and returns (batch, seq_q, d_model); the masks are as in `DecoderLayer`."""
        for layer in self.layers:
            x = layer(x, memory, tgt_mask, src_mask)
        return seen(self, "output", x if self.norm is None else self.norm(x))
