"""Dropout with an explicit seed (section 5.4)."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

import torch
from torch import Tensor, nn
from torch.compiler import is_compiling

from transformer_core.checks import require_rate
from transformer_core.random_tensors import generator
from transformer_core.trace import seen

_draws: ContextVar[torch.Generator | None] = ContextVar("draws", default=None)


@contextmanager
def seeded_dropout(seed: int) -> Iterator[None]:
    """Inside this context every `Dropout` draws from `seed`, in training and in evaluation mode.

    One generator serves all of them in the order of the forward, so the same model on the same
    input drops the same cells again. Other threads are not touched, nor is a compiled or exported
    model: in training mode that draws from torch's global generator.
    """
    token = _draws.set(generator(seed))
    try:
        yield
    finally:
        _draws.reset(token)


class Dropout(nn.Dropout):
    """Sets each number to 0 with probability p and divides the rest by 1 - p.

    Args:
        p: in [0, 1).

    Records, inside `seeded_dropout`: dropped, bool like the input, True where a number was
    dropped.
    """

    def __init__(self, p: float) -> None:
        require_rate("p", p)
        super().__init__(p)

    def forward(self, x: Tensor) -> Tensor:
        """Takes and returns a tensor of any shape."""
        draw = None if is_compiling() else _draws.get()
        if draw is None or self.p == 0:
            return super().forward(x)
        dropped = (torch.rand(x.shape, generator=draw) < self.p).to(x.device)
        dropped = seen(self, "dropped", dropped)
        return x.masked_fill(dropped, 0.0) / (1 - self.p)
