"""The position-wise feed-forward network (section 3.3, equation 2)."""

import torch
from torch import Tensor, nn

from transformer_core.checks import require_rate, require_sizes
from transformer_core.dropout import Dropout
from transformer_core.layers import Linear
from transformer_core.trace import seen


class FeedForward(nn.Module):
    """max(0, x W_1 + b_1) W_2 + b_2, the same at every position (equation 2).

    Args:
        d_model: width of the input and of the output.
        d_ff: width of the hidden layer.
        dropout: probability of dropping a hidden number in training. The paper drops none.

    Records: hidden (before ReLU), activated (after it and after dropout: what W_2 takes)
        (..., d_ff); output (..., d_model).
    """

    def __init__(self, d_model: int, d_ff: int, dropout: float = 0.0) -> None:
        super().__init__()
        require_sizes({"d_model": d_model, "d_ff": d_ff})
        require_rate("dropout", dropout)
        self.linear_1 = Linear(d_model, d_ff)
        self.linear_2 = Linear(d_ff, d_model)
        self.dropout = Dropout(dropout)

    def forward(self, x: Tensor) -> Tensor:
        """Takes and returns (..., d_model)."""
        hidden = seen(self, "hidden", self.linear_1(x))  # (..., d_ff)
        activated = seen(self, "activated", self.dropout(torch.relu(hidden)))
        return seen(self, "output", self.linear_2(activated))  # (..., d_model)
