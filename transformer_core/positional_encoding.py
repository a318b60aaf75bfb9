"""Positional encoding (section 3.5): it tells the model the position of each token."""

import math
from collections.abc import Callable
from typing import Any, Self

import torch
from torch import Tensor, nn

from transformer_core.checks import (
    require_finite,
    require_positive,
    require_sizes,
)
from transformer_core.dropout import Dropout
from transformer_core.trace import stored

LARGEST_LOG_ANGLE = 700.0
"""float64 ends near e^709. With a base below 1 angles stay under seq_len / base."""


def turning_speeds(d_model: int, base: float) -> Tensor:
    """Radians per position of each sine column: 1 / base^(2i / d_model), in float64."""
    require_sizes({"d_model": d_model})
    require_positive("base", base)
    exponents = torch.arange(0, d_model, 2, dtype=torch.float64) / d_model  # (ceil(d_model / 2),)
    return base**-exponents


def positional_encoding(seq_len: int, d_model: int, base: float = 10_000.0) -> Tensor:
    """The sinusoidal encoding of section 3.5.

        PE[pos, 2i]     = sin(pos / base^(2i / d_model))
        PE[pos, 2i + 1] = cos(pos / base^(2i / d_model))

    With an odd `d_model` the last column is a sine without its cosine. Angles are computed in
    float64, because in float32 position 100,000 is already off by 0.004 radians.

    Returns: (seq_len, d_model) float32, each value in [-1, 1].
    Raises: ValueError when a size is less than 1, when `base` is not finite and positive, or
        when `base` is so small that the angles overflow.
    """
    require_sizes({"seq_len": seq_len, "d_model": d_model})
    if base > 0 and math.log(seq_len) - math.log(base) > LARGEST_LOG_ANGLE:
        raise ValueError(f"base={base} is too small: the angle of position {seq_len - 1} overflows")
    return encoding_at(torch.arange(seq_len, dtype=torch.float64), d_model, base)


def encoding_at(positions: Tensor, d_model: int, base: float = 10_000.0) -> Tensor:
    """The same waves at any positions, whole or between, to draw them as curves.

    Args:
        positions: (points,), in positions.

    Returns: (points, d_model) float32.
    """
    angles = positions.double().unsqueeze(1) * turning_speeds(d_model, base)
    encoding = torch.empty(len(positions), d_model)
    encoding[:, 0::2] = angles.sin()
    encoding[:, 1::2] = angles[:, : d_model // 2].cos()
    return encoding


def position_shift(offset: int, d_model: int, base: float = 10_000.0) -> Tensor:
    """The matrix M that moves every position by `offset`: PE[p] @ M == PE[p + offset].

    Section 3.5 gives this as the reason for choosing sines and cosines. Each pair of columns
    (2i, 2i + 1) is turned by the angle offset / base^(2i / d_model); nothing else mixes, and p
    does not occur in M. `offset` may be negative.

    Returns: (d_model, d_model) float32.
    Raises: ValueError when `d_model` is odd (the last sine has no cosine to turn with) and when
        `offset` is not finite.
    """
    require_sizes({"d_model": d_model})
    require_finite("offset", offset)
    if d_model % 2:
        raise ValueError(
            f"d_model must be even, got {d_model}: the last sine has no cosine to turn with"
        )
    angles = offset * turning_speeds(d_model, base)  # (d_model / 2,)
    shift = torch.zeros(d_model, d_model)
    sines = torch.arange(0, d_model, 2)
    cosines = sines + 1
    shift[sines, sines] = shift[cosines, cosines] = angles.cos().float()
    shift[cosines, sines] = angles.sin().float()
    shift[sines, cosines] = -angles.sin().float()
    return shift


class PositionalEncoding(nn.Module):
    """Adds the encoding to a batch of embeddings, then drops out (sections 3.5 and 5.4).

    Args:
        d_model: width of the embeddings.
        max_len: the longest sentence, in positions; it is not the vocabulary size.
        dropout: probability of setting an element of the sum to 0 in training. With 0 there is no
            dropout at all, and the caller may apply its own to the sum.
    """

    encoding: Tensor

    def __init__(self, d_model: int, max_len: int, dropout: float = 0.0) -> None:
        super().__init__()
        self.register_buffer("encoding", positional_encoding(max_len, d_model), persistent=False)
        self.dropout = Dropout(dropout) if dropout else nn.Identity()
        self.register_load_state_dict_post_hook(_fill_in_after_loading)

    def reset_parameters(self) -> None:
        """Compute the encoding again: on the default device where it is on the meta device, else in
        place.
        """
        encoding = positional_encoding(*self.encoding.shape)
        if self.encoding.is_meta:
            self.encoding = encoding.to(self.encoding.dtype)
        else:
            self.encoding.copy_(encoding)

    def _apply(self, fn: Callable[[Tensor], Tensor], recurse: bool = True) -> Self:
        """Every move of a module comes through here. `to_empty` moves one from the meta device
        without values, and no state dict brings those of the encoding.
        """
        was_meta = self.encoding.is_meta
        super()._apply(fn, recurse)
        if was_meta and not self.encoding.is_meta:
            self.reset_parameters()
        return self

    def forward(self, x: Tensor) -> Tensor:
        """x + PE[:seq_len]. Takes and returns (..., seq_len, d_model)."""
        max_len, d_model = self.encoding.shape
        seq_len = x.size(-2)
        if x.size(-1) != d_model:
            raise ValueError(f"the last dimension of x must be d_model={d_model}, got {x.size(-1)}")
        if seq_len > max_len:
            raise ValueError(f"seq_len must be at most max_len={max_len}, got {seq_len}")
        return self.dropout(x + stored(self, "encoding")[:seq_len])


def _fill_in_after_loading(module: PositionalEncoding, _: Any) -> None:
    """Computes what `load_state_dict(assign=True)` leaves on the meta device."""
    if module.encoding.is_meta:
        module.reset_parameters()
