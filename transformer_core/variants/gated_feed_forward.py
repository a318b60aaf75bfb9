"""The gated feed-forward network (Shazeer, 2020, "GLU Variants Improve Transformer").

With SiLU it is called SwiGLU, with GELU GEGLU.
"""

from torch import Tensor, nn

from transformer_core.checks import require_sizes
from transformer_core.layers import Linear
from transformer_core.trace import seen
from transformer_core.variants.activations import ACTIVATIONS


class GatedFeedForward(nn.Module):
    """(activation(x W_gate) * (x W_1)) W_2: the gate says how much of each hidden number passes.

    Args:
        d_model: width of the input and of the output.
        d_ff: width of the hidden layer, and of the gate.
        activation: a name of `ACTIVATIONS`.
        bias: whether the three layers have biases. The paper's have none.

    Records: gate (before the activation), opened (after it), hidden (x W_1), activated (their
        product: what W_2 takes) (..., d_ff); output (..., d_model).
    """

    def __init__(self, d_model: int, d_ff: int, activation: str, bias: bool = False) -> None:
        super().__init__()
        require_sizes({"d_model": d_model, "d_ff": d_ff})
        self.linear_gate = Linear(d_model, d_ff, bias=bias)
        self.linear_1 = Linear(d_model, d_ff, bias=bias)
        self.linear_2 = Linear(d_ff, d_model, bias=bias)
        self.activation = ACTIVATIONS[activation]

    def forward(self, x: Tensor) -> Tensor:
        """Takes and returns (..., d_model)."""
        gate = seen(self, "gate", self.linear_gate(x))  # (..., d_ff)
        opened = seen(self, "opened", self.activation(gate))
        hidden = seen(self, "hidden", self.linear_1(x))  # (..., d_ff)
        activated = seen(self, "activated", opened * hidden)
        return seen(self, "output", self.linear_2(activated))  # (..., d_model)
