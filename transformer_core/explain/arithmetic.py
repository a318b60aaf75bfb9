"""The arithmetic of one number: the terms that make it, in the order in which they are added."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import torch
from torch import Tensor


@dataclass(frozen=True)
class Share:
    """One number's share in a softmax: exp(value - maximum) / sum of all of them.

    Hidden places have the exponential 0. `share` is 0 when every place is hidden.
    """

    values: tuple[float, ...]
    maximum: float
    exponentials: tuple[float, ...]
    total: float
    place: int
    share: float


@dataclass(frozen=True)
class Angle:
    """One number of the positional encoding: sin or cos of position / base^(2i / d_model)."""

    function: str
    position: int
    dimension: int
    exponent: float
    divisor: float
    angle: float
    turns: float
    value: float


def largest_terms(terms: Sequence[float], most: int) -> tuple[list[int], float]:
    """The places of the `most` largest terms of a sum, in order, and what the others add up to."""
    by_size = sorted(range(len(terms)), key=lambda place: -abs(terms[place]))
    return sorted(by_size[:most]), math.fsum(terms[place] for place in by_size[most:])


def softmax_share(row: Tensor, place: int) -> Share:
    """How one place of a row of masked scores, (seq_k,), gets its weight (section 3.2.1)."""
    values = row.double()
    maximum = float(values.max())
    if maximum == -math.inf:
        nothing = (0.0,) * len(row)
        return Share(tuple(values.tolist()), maximum, nothing, 0.0, place, 0.0)
    exponentials = torch.exp(values - maximum)  # (seq_k,)
    total = float(exponentials.sum())
    return Share(
        tuple(values.tolist()),
        maximum,
        tuple(exponentials.tolist()),
        total,
        place,
        float(exponentials[place]) / total,
    )


def encoding_angle(position: int, dimension: int, d_model: int, base: float = 10_000.0) -> Angle:
    """How the positional encoding at (position, dimension) is made (section 3.5).

    `angle` is in radians, `turns` in whole turns of the circle.
    """
    if not 0 <= dimension < d_model:
        raise ValueError(f"dimension={dimension} is not in 0 to {d_model - 1}")
    exponent = (dimension - dimension % 2) / d_model
    divisor = base**exponent
    angle = position / divisor
    function = "cos" if dimension % 2 else "sin"
    value = math.cos(angle) if dimension % 2 else math.sin(angle)
    turns = angle / (2 * math.pi)
    return Angle(function, position, dimension, exponent, divisor, angle, turns, value)
