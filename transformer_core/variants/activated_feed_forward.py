"""The paper's feed-forward network with another activation, and with or without biases."""

from torch import Tensor, nn

from transformer_core.checks import require_sizes
from transformer_core.layers import Linear
from transformer_core.trace import seen
from transformer_core.variants.activations import ACTIVATIONS


class ActivatedFeedForward(nn.Module):
    """activation(x W_1 + b_1) W_2 + b_2.

    Args:
        d_model: width of the input and of the output.
        d_ff: width of the hidden layer.
        activation: a name of `ACTIVATIONS`.
        bias: whether there are b_1 and b_2.

    Records: as `FeedForward`.
    """

    def __init__(self, d_model: int, d_ff: int, activation: str, bias: bool = True) -> None:
        super().__init__()
        require_sizes({"d_model": d_model, "d_ff": d_ff})
        self.linear_1 = Linear(d_model, d_ff, bias=bias)
        self.linear_2 = Linear(d_ff, d_model, bias=bias)
        self.activation = ACTIVATIONS[activation]

    def forward(self, x: Tensor) -> Tensor:
        """Takes and returns (..., d_model)."""
        hidden = seen(self, "hidden", self.linear_1(x))  # (..., d_ff)
        activated = seen(self, "activated", self.activation(hidden))
        return seen(self, "output", self.linear_2(activated))  # (..., d_model)
