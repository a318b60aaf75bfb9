"""Numbers as a snapshot shows them: those that somebody chose. Computed ones are left out, since
the laws of each page compare them with what they are made of.
"""

import math
import re

import numpy as np

DIGITS = 4
POWER = " × 10[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+"
COMPUTED = re.compile(rf"−?(\d+\.\d{{3,}}(e[-+]\d+)?({POWER})?|\d+(\.\d+)?{POWER})")
"""How the app writes numbers that it has computed."""


def figure(value: float) -> str:
    """A number to 4 digits that count: 0.1235, 0.5, 3, -∞."""
    if not math.isfinite(value):
        return str(value).replace("inf", "∞")
    if value == int(value):
        return str(int(value))
    rounded = float(f"{value:.{DIGITS}g}")
    return str(int(rounded)) if rounded == int(rounded) else f"{rounded:g}"


def without_computed(line: str) -> str:
    """A line with a # for each computed number."""
    return COMPUTED.sub("#", line)


def sized(values: np.ndarray) -> str:
    """How many numbers there are along each axis."""
    return f"{' × '.join(map(str, values.shape))} numbers"
