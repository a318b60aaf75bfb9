"""What happens between the last layer and the logits."""

from collections.abc import Callable

import torch.nn.functional as F
from torch import Tensor, nn

from transformer_core.layers import Linear
from transformer_core.trace import seen, stored
from transformer_core.transformer import TiedOutput
from transformer_core.variants.activations import ACTIVATIONS


class BiasedTiedOutput(TiedOutput):
    """Logits as products with the rows of an embedding, and a number for each token: x E^T + b."""

    def __init__(self, embedding: nn.Embedding) -> None:
        super().__init__(embedding)
        self.bias = nn.Parameter(embedding.weight.new_zeros(embedding.num_embeddings))

    def forward(self, x: Tensor) -> Tensor:
        """(..., d_model) -> (..., vocab)."""
        return F.linear(x, self.weight, stored(self, "bias"))


class MaskedWordHead(nn.Module):
    """BERT's layer before its logits (Devlin et al., 2019, section 3.1): linear, activation, norm.

    Records: hidden (before the activation), activated, normed (..., width).
    """

    def __init__(
        self, d_model: int, width: int, activation: str, norm: Callable[[], nn.Module]
    ) -> None:
        super().__init__()
        self.linear = Linear(d_model, width)
        self.activation = ACTIVATIONS[activation]
        self.norm = norm()

    def forward(self, x: Tensor) -> Tensor:
        """(..., d_model) -> (..., width)."""
        hidden = seen(self, "hidden", self.linear(x))  # (..., width)
        activated = seen(self, "activated", self.activation(hidden))
        return seen(self, "normed", self.norm(activated))


class ScaledHead(nn.Module):
    """The last vectors times a number, as T5's by 1 / sqrt(d_model).

    Records: scaled, like its input.
    """

    def __init__(self, scale: float) -> None:
        super().__init__()
        self.scale = scale

    def forward(self, x: Tensor) -> Tensor:
        """Takes and returns (..., d_model)."""
        return seen(self, "scaled", x * self.scale)


class ProjectionHead(nn.Module):
    """The last vectors brought to the width of the embedding, as in OPT's 350 million.

    Records: projected (..., width).
    """

    def __init__(self, d_model: int, width: int) -> None:
        super().__init__()
        self.linear = Linear(d_model, width, bias=False)

    def forward(self, x: Tensor) -> Tensor:
        """(..., d_model) -> (..., width)."""
        return seen(self, "projected", self.linear(x))
