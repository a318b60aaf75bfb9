"""What every size, rate, seed and token must be, said once."""

import math
from collections.abc import Mapping

from torch import SymInt


def require_sizes(sizes: Mapping[str, int]) -> None:
    """Raise ValueError unless every named size is a whole number of at least 1."""
    for name, size in sizes.items():
        # An export leaves a size open as a SymInt.
        if isinstance(size, bool) or not isinstance(size, int | SymInt):
            raise ValueError(f"{name}={size!r} is not a whole number")
        if size < 1:
            raise ValueError(f"{name}={size} is less than 1")


def require_positive(name: str, value: float) -> None:
    """Raise ValueError unless `value` is finite and greater than 0."""
    if not (math.isfinite(value) and value > 0):
        raise ValueError(f"{name}={value} is not a finite number greater than 0")


def require_rate(name: str, value: float) -> None:
    """Raise ValueError unless `value` lies in [0, 1)."""
    if not 0 <= value < 1:
        raise ValueError(f"{name}={value} is not in [0, 1)")


def require_token(name: str, token: int, vocab_size: int) -> None:
    """Raise ValueError unless `token` is one of a vocabulary of this size."""
    if not 0 <= token < vocab_size:
        raise ValueError(f"{name}={token} is no token of a vocabulary of {vocab_size}")
