"""Where the norms of a layer are: after each sum, before each sublayer, on both sides of each; and
sublayers in parallel.

The sublayers are the same in all. A layer with cross-attention is a decoder's.
"""

from collections.abc import Callable
from dataclasses import dataclass

from torch import Tensor, nn

from transformer_core.trace import seen
from transformer_core.variants.attention_view import View

Build = Callable[[], nn.Module]


@dataclass(frozen=True)
class LayerParts:
    """What builds the sublayers and norms of one layer."""

    self_attention: Build
    feed_forward: Build
    norm: Build
    cross_attention: Build | None = None


class Layer(nn.Module):
    """Self-attention, cross-attention where there is one, and feed-forward, with their norms.

    Records: residual_1, residual_2, ... the sums; normed_1, normed_2, ... what each norm makes
        (batch, seq_q, d_model).
    """

    def __init__(self, parts: LayerParts) -> None:
        super().__init__()
        self.self_attention = parts.self_attention()
        self.feed_forward = parts.feed_forward()
        self.norm_1 = parts.norm()
        self.norm_2 = parts.norm()
        self.looks_at_memory = parts.cross_attention is not None
        if parts.cross_attention is not None:
            self.cross_attention = parts.cross_attention()
            self.norm_3 = parts.norm()

    def forward(
        self, x: Tensor, view: View, memory: Tensor | None = None, memory_view: View | None = None
    ) -> Tensor:
        """Takes and returns (batch, seq_q, d_model).

        Args:
            memory: (batch, seq_k, d_model), the encoder's output.
            memory_view: what cross-attention sees of it.
        """
        if not self.looks_at_memory:
            return self._two(x, view)
        assert memory is not None and memory_view is not None
        return self._three(x, view, memory, memory_view)

    def _two(self, x: Tensor, view: View) -> Tensor:
        raise NotImplementedError(f"{type(self).__name__} has no order of two sublayers")

    def _three(self, x: Tensor, view: View, memory: Tensor, memory_view: View) -> Tensor:
        raise NotImplementedError(f"{type(self).__name__} has no cross-attention")


class PostNormLayer(Layer):
    """LayerNorm(x + Sublayer(x)), as in the paper and in BERT."""

    def _two(self, x: Tensor, view: View) -> Tensor:
        x = seen(self, "residual_1", x + self.self_attention(x, x, view))
        x = seen(self, "normed_1", self.norm_1(x))
        x = seen(self, "residual_2", x + self.feed_forward(x))
        return seen(self, "normed_2", self.norm_2(x))

    def _three(self, x: Tensor, view: View, memory: Tensor, memory_view: View) -> Tensor:
        x = seen(self, "residual_1", x + self.self_attention(x, x, view))
        x = seen(self, "normed_1", self.norm_1(x))
        x = seen(self, "residual_2", x + self.cross_attention(x, memory, memory_view))
        x = seen(self, "normed_2", self.norm_2(x))
        x = seen(self, "residual_3", x + self.feed_forward(x))
        return seen(self, "normed_3", self.norm_3(x))


class PreNormLayer(Layer):
    """x + Sublayer(LayerNorm(x)), as in GPT-2, T5 and Llama (Xiong et al., 2020)."""

    def _two(self, x: Tensor, view: View) -> Tensor:
        y = seen(self, "normed_1", self.norm_1(x))
        x = seen(self, "residual_1", x + self.self_attention(y, y, view))
        y = seen(self, "normed_2", self.norm_2(x))
        return seen(self, "residual_2", x + self.feed_forward(y))

    def _three(self, x: Tensor, view: View, memory: Tensor, memory_view: View) -> Tensor:
        y = seen(self, "normed_1", self.norm_1(x))
        x = seen(self, "residual_1", x + self.self_attention(y, y, view))
        y = seen(self, "normed_2", self.norm_2(x))
        x = seen(self, "residual_2", x + self.cross_attention(y, memory, memory_view))
        y = seen(self, "normed_3", self.norm_3(x))
        return seen(self, "residual_3", x + self.feed_forward(y))


class BothSidesNormLayer(Layer):
    """x + Norm(Sublayer(Norm(x))), as in Gemma 2 (Ding et al., 2021, "sandwich").

    Records, besides what every layer records: outer_1, outer_2, what the norms after the sublayers
        make (batch, seq_len, d_model).
    """

    def __init__(self, parts: LayerParts) -> None:
        super().__init__(parts)
        self.outer_norm_1 = parts.norm()
        self.outer_norm_2 = parts.norm()

    def _two(self, x: Tensor, view: View) -> Tensor:
        y = seen(self, "normed_1", self.norm_1(x))
        y = seen(self, "outer_1", self.outer_norm_1(self.self_attention(y, y, view)))
        x = seen(self, "residual_1", x + y)
        y = seen(self, "normed_2", self.norm_2(x))
        y = seen(self, "outer_2", self.outer_norm_2(self.feed_forward(y)))
        return seen(self, "residual_2", x + y)


class ParallelLayer(Layer):
    """x + Attention(Norm(x)) + FeedForward(Norm(x)), both of the same x and with a norm for each,
    as in GPT-NeoX (Black et al., 2022, section 2.1).
    """

    def _two(self, x: Tensor, view: View) -> Tensor:
        attending = seen(self, "normed_1", self.norm_1(x))
        hidden = seen(self, "normed_2", self.norm_2(x))
        x = seen(self, "residual_1", x + self.self_attention(attending, attending, view))
        return seen(self, "residual_2", x + self.feed_forward(hidden))


class ParallelOneNormLayer(Layer):
    """As `ParallelLayer`, with one norm for both sublayers, as in GPT-J and Phi."""

    def __init__(self, parts: LayerParts) -> None:
        super().__init__(parts)
        del self.norm_2

    def _two(self, x: Tensor, view: View) -> Tensor:
        y = seen(self, "normed_1", self.norm_1(x))
        x = seen(self, "residual_1", x + self.self_attention(y, y, view))
        return seen(self, "residual_2", x + self.feed_forward(y))
