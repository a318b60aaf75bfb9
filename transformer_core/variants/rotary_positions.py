"""Rotary positions (Su et al., 2021, "RoFormer", section 3.2): position as a turn.

Each pair of numbers of a query or key is turned by its position times the pair's speed. A product
of a turned query and a turned key depends on the distance of their positions alone.
"""

from typing import Literal, TypeVar

import torch
from torch import Tensor, nn

from transformer_core.variants.rotary_scaling import LinearScaling, Scaling

Layout = Literal["interleaved", "halves"]
Whole = TypeVar("Whole", int, Tensor)


def columns_of(pair: Whole, pairs: int, layout: Layout) -> tuple[Whole, Whole]:
    """The two numbers of a pair, by their places in a vector; `layout` as in `turned`."""
    if layout == "interleaved":
        return 2 * pair, 2 * pair + 1
    return pair, pair + pairs


def pair_of(column: int, pairs: int, layout: Layout) -> int:
    """The pair that the number in this place is one of."""
    return column // 2 if layout == "interleaved" else column % pairs


def turned(x: Tensor, angles: Tensor, layout: Layout = "interleaved") -> Tensor:
    """Each pair of numbers of `x` turned by its angle (section 3.2.2).

    Args:
        x: (..., seq_len, width).
        angles: (seq_len, pairs) radians, or (batch, 1, seq_len, pairs); what lies beyond the first
            2 * pairs numbers of x is not turned.
        layout: which numbers are a pair: neighbours (2i, 2i + 1) as in the paper, or (i, pairs + i)
            as in Llama and GPT-NeoX.

    Returns: like x.
    """
    pairs = angles.size(-1)
    turning, kept = x[..., : 2 * pairs], x[..., 2 * pairs :]
    shape = (pairs, 2) if layout == "interleaved" else (2, pairs)
    axis = -1 if layout == "interleaved" else -2
    first, second = turning.unflatten(-1, shape).unbind(axis)  # (..., seq_len, pairs) each
    cos, sin = angles.cos().to(x.dtype), angles.sin().to(x.dtype)
    both = (first * cos - second * sin, first * sin + second * cos)
    return torch.cat([torch.stack(both, axis).flatten(-2), kept], dim=-1)


class RotaryPositions(nn.Module):
    """Turns queries and keys by their positions, in the place of an encoding that is added.

    Args:
        width: numbers of a head that are turned, even; those after them stay as they are.
        base: of the speeds, as in `positional_encoding`.
        layout: see `turned`.
        scaling: other speeds than the paper's, see `rotary_scaling`.
    """

    before = "unturned"
    """What the queries and keys that it takes are called in a trace."""

    def __init__(
        self,
        width: int,
        base: float = 10_000.0,
        layout: Layout = "halves",
        scaling: Scaling | None = None,
    ) -> None:
        super().__init__()
        if width % 2:
            raise ValueError(f"width must be even, got {width}: pairs are turned")
        self.width, self.base, self.layout = width, base, layout
        self.scaling = scaling or LinearScaling(1.0)

    def speeds(self, longest: int) -> Tensor:
        """Radians per position of each pair in a sequence of this length: (width / 2,) float64."""
        return self.scaling.speeds(self.width, self.base, longest)

    def forward(self, queries: Tensor, keys: Tensor, positions: Tensor) -> tuple[Tensor, Tensor]:
        """Turn both.

        Args:
            queries: (batch, heads, seq_len, d_k).
            keys: (batch, kv_heads, seq_len, d_k).
            positions: (seq_len,) or (batch, seq_len) whole numbers.
        """
        speeds = self.speeds(int(positions.max()) + 1 if positions.numel() else 0)
        angles = positions.double().unsqueeze(-1) * speeds  # (..., seq_len, pairs)
        if angles.dim() == 3:
            angles = angles.unsqueeze(1)  # (batch, 1, seq_len, pairs)
        return self._turned(queries, angles), self._turned(keys, angles)

    def _turned(self, x: Tensor, angles: Tensor) -> Tensor:
        if self.scaling.amplitude == 1.0:
            return turned(x, angles, self.layout)
        turning, kept = x[..., : self.width], x[..., self.width :]
        return turned(torch.cat([turning * self.scaling.amplitude, kept], -1), angles, self.layout)
