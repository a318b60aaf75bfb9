"""What if a part of the model were not there? The whole and each variant, trained alike.

`python -m transformer_lab.learning.ablated` trains all of them and stores what is measured.
"""

from collections.abc import Iterator
from dataclasses import replace
from types import MappingProxyType
from typing import NamedTuple

import torch
from torch import Tensor, nn

from transformer_core.dropout import Dropout
from transformer_core.positional_encoding import PositionalEncoding
from transformer_core.residual import Residual
from transformer_core.transformer import Transformer
from transformer_lab.learning.config import RunConfig
from transformer_lab.learning.measuring import measure
from transformer_lab.learning.models import untrained_model
from transformer_lab.learning.recording import RunState, steps_of

WHOLE = RunConfig(task="reverse", num_layers=2, d_model=32, num_heads=4, d_ff=64, steps=600)
"""The model with all its parts."""
SEEDS = (1, 2, 3)
EVERY = 20
"""Steps between two measurements."""
CONFIGS = MappingProxyType(
    {
        "whole": WHOLE,
        "residuals": WHOLE,
        "norm": WHOLE,
        "positions": replace(WHOLE, positional_encoding=False),
        "scaling": replace(WHOLE, scaled=False),
        "one_head": replace(WHOLE, num_heads=1),
        "concatenated": WHOLE,
        "warm_up": replace(WHOLE, warmup_steps=1),
        "low_peak": replace(WHOLE, warmup_steps=1, factor=0.07),
    }
)
"""By what is missing. Three variants are no setting of a run: `ablated_model` changes the model.
Without warm-up the rate starts at its peak, which is as high as the factor makes it, or with
"low_peak" as high as with warm-up.
"""
RATES = ("warm_up", "low_peak")
"""The variants whose model is the whole: they differ in the learning rates alone."""
VARIANTS = tuple(name for name in CONFIGS if name != "whole")


class WithoutResidual(nn.Module):
    """In the place of `Residual`: passes on what the sublayer made, without its input."""

    def __init__(self) -> None:
        super().__init__()
        self.dropout = Dropout(0.0)

    def forward(self, x: Tensor, made: Tensor) -> Tensor:
        """Takes two and returns the second (batch, seq_len, d_model)."""
        return made


class ConcatenatedPositions(nn.Module):
    """In the place of `PositionalEncoding`: half of the columns are the word's, half the
    position's.

    The width stays d_model, so the second half of each embedding is not used.
    """

    encoding: Tensor

    def __init__(self, d_model: int, max_len: int) -> None:
        super().__init__()
        half = PositionalEncoding(d_model // 2, max_len)
        self.register_buffer("encoding", half.encoding, persistent=False)

    def forward(self, x: Tensor) -> Tensor:
        """Takes and returns (..., seq_len, d_model)."""
        positions = self.encoding[: x.size(-2)].expand(*x.shape[:-1], -1)
        return torch.cat([x[..., : x.size(-1) - positions.size(-1)], positions], dim=-1)


class Measured(NamedTuple):
    """What is measured of a model after a step."""

    step: int
    loss: float
    """Of held-out inputs, in nats per token."""
    exact: float
    """The share of held-out inputs written wholly right, 0 to 1."""


def ablated_model(name: str, config: RunConfig) -> Transformer:
    """A variant before its first step: the whole's weights from the same seed, a part taken out.

    Raises: KeyError for a name that is not in CONFIGS.
    """
    if name not in CONFIGS:
        raise KeyError(name)
    model = untrained_model(config)
    if name == "concatenated":
        positions = ConcatenatedPositions(config.d_model, model.config.max_len)
        model.positional_encoding = positions  # type: ignore[assignment]
    kinds = {"residuals": (Residual, WithoutResidual), "norm": (nn.LayerNorm, nn.Identity)}
    if name in kinds:
        _replace(model, *kinds[name])
    return model.eval()


def _replace(model: nn.Module, kind: type[nn.Module], other: type[nn.Module]) -> None:
    """Put a new module of another kind in the place of each of one kind."""
    for module in list(model.modules()):
        for name, child in list(module.named_children()):
            if isinstance(child, kind):
                setattr(module, name, other())


def train_ablated(
    name: str, seed: int, until: int | None = None
) -> Iterator[tuple[Measured, Transformer]]:
    """Train a variant, and yield what is measured every EVERY steps, with the model itself.

    The same name and seed give the same numbers, on one thread of any machine with the same torch.

    Args:
        until: stop after this step; after the last when None.
    """
    config = replace(CONFIGS[name], seed=seed)
    model = ablated_model(name, config)
    last = config.steps if until is None else until
    yield _measured(model, config, 0), model
    for done in steps_of(config, model, RunState(), last):
        if done.step % EVERY == 0:
            yield _measured(model, config, done.step), model


def _measured(model: Transformer, config: RunConfig, step: int) -> Measured:
    held_out = measure(model, config, "held_out")
    return Measured(step, held_out.loss, held_out.exact)
