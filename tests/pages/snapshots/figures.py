"""Numbers as a snapshot shows them: few, and the same on every machine."""

import math

import numpy as np

DIGITS = 4
NOTHING = 1e-7
"""What is smaller is what rounding leaves of 0."""
MOST_SHOWN = 8


def figure(value: float) -> str:
    """A number to 4 digits that count: 0.1235, 0.5, 3, -∞."""
    if not math.isfinite(value):
        return str(value).replace("inf", "∞")
    if value == int(value):
        return str(int(value))
    rounded = float(f"{value:.{DIGITS}g}")
    if abs(rounded) < NOTHING:
        return "0"
    if rounded == int(rounded):
        return str(int(rounded))
    is_short = rounded == float(f"{rounded:.2g}")
    return f"{rounded:.2g}" if is_short else f"{rounded:#.{DIGITS}g}"


def shortened(values: np.ndarray) -> str:
    """The first row, the last, and the sum of all."""
    if not values.size:
        return "none"
    rows = values.reshape(-1, values.shape[-1])
    ends = [_row(rows[0])] if len(rows) == 1 else [_row(rows[0]), _row(rows[-1])]
    return f"{' … '.join(ends)} · sum {_sum(values)}"


def _row(row: np.ndarray) -> str:
    largest = max((abs(float(value)) for value in row if math.isfinite(value)), default=0.0)
    shown = " ".join(figure(_beside(float(value), largest)) for value in row[:MOST_SHOWN])
    return f"[{shown}{' …' if len(row) > MOST_SHOWN else ''}]"


def _beside(value: float, largest: float) -> float:
    """A number to a digit that rounding does not reach beside the largest of its row."""
    if largest < NOTHING or not math.isfinite(value):
        return value
    return round(value, DIGITS - 1 - math.floor(math.log10(largest)))


def _sum(values: np.ndarray) -> str:
    """To a digit that rounding does not reach, however much cancels out."""
    finite = values[np.isfinite(values)].astype(np.float64)
    size = float(np.abs(finite).sum())
    if size < NOTHING:
        text = "0"
    else:
        text = figure(round(float(finite.sum()), DIGITS - 1 - math.floor(math.log10(size))))
    endless = values.size - finite.size
    return f"{text} and {endless} × ∞" if endless else text
