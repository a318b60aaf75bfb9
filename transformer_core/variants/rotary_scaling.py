"""Rotary positions past the trained length: the pairs turn at other speeds.

A pair whose turn a model has seen whole can go on as it is; a slow pair would come to angles that
the model has never seen, so it is slowed down.
"""

import math
from dataclasses import dataclass
from typing import Protocol

import torch
from torch import Tensor

from transformer_core.positional_encoding import turning_speeds


class Scaling(Protocol):
    """Speeds of another kind than the paper's."""

    @property
    def amplitude(self) -> float:
        """What each turned number is multiplied by."""
        ...

    def speeds(self, width: int, base: float, longest: int) -> Tensor:
        """Radians per position of each pair, (width / 2,) float64, in a sequence of `longest`."""
        ...


@dataclass(frozen=True)
class LinearScaling:
    """All pairs slower by a factor, so that positions are squeezed into the trained length (Chen et
    al., 2023, "Position Interpolation").
    """

    factor: float
    amplitude = 1.0

    def speeds(self, width: int, base: float, longest: int) -> Tensor:
        """As in `Scaling`."""
        return turning_speeds(width, base) / self.factor


@dataclass(frozen=True)
class DynamicScaling:
    """A larger base the longer the sequence, from `trained` positions on ("dynamic NTK").

    The fastest pair keeps its speed, the slowest one turns as far as in the trained length.
    """

    factor: float
    trained: int
    amplitude = 1.0

    def speeds(self, width: int, base: float, longest: int) -> Tensor:
        """As in `Scaling`. Raises: ValueError for a single pair, which is fastest and slowest."""
        if width < 4:
            raise ValueError(f"width must be at least 4, got {width}: there is but one pair")
        stretch = self.factor * max(longest, self.trained) / self.trained - (self.factor - 1)
        return turning_speeds(width, base * stretch ** (width / (width - 2)))


@dataclass(frozen=True)
class Llama3Scaling:
    """Llama 3.1's: slow pairs slower by the factor, fast ones as they are, those between blended.

    trained: positions of the first training. low, high: a pair that turns round less than `low`
    times in them is slow, more than `high` times fast.
    """

    factor: float
    low: float
    high: float
    trained: int
    amplitude = 1.0

    def speeds(self, width: int, base: float, longest: int) -> Tensor:
        """As in `Scaling`."""
        speeds = turning_speeds(width, base)
        rounds = self.trained * speeds / (2 * math.pi)
        kept = ((rounds - self.low) / (self.high - self.low)).clamp(0, 1)
        return kept * speeds + (1 - kept) * speeds / self.factor


@dataclass(frozen=True)
class YarnScaling:
    """YaRN (Peng et al., 2023, section 3.2): as Llama 3.1's, blended by the number of the pair.

    fast, slow: pairs that turn round more than `fast` times in the `trained` positions are kept,
    fewer than `slow` times slowed down. rounded: whether the limits between are whole pairs.
    amplitude: makes queries and keys longer, as scores of many keys are to stay as sharp.
    """

    factor: float
    trained: int
    fast: float = 32.0
    slow: float = 1.0
    amplitude: float = 1.0
    rounded: bool = True

    def speeds(self, width: int, base: float, longest: int) -> Tensor:
        """As in `Scaling`."""
        first, last = (self._pair(rounds, width, base) for rounds in (self.fast, self.slow))
        if self.rounded:
            first, last = math.floor(first), math.ceil(last)
        first, last = max(first, 0), min(last, width - 1)
        pairs = torch.arange(width // 2, dtype=torch.float64)
        span = last - first if last != first else 0.001
        slowed = ((pairs - first) / span).clamp(0, 1)
        speeds = turning_speeds(width, base)
        return (1 - slowed) * speeds + slowed * speeds / self.factor

    def _pair(self, rounds: float, width: int, base: float) -> float:
        """The pair that turns round so often in the trained positions."""
        return width * math.log(self.trained / (rounds * 2 * math.pi)) / (2 * math.log(base))
