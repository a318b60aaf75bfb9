"""Argument checks shared by the whole package."""

import math
from collections.abc import Mapping
from numbers import Integral

from torch import SymInt, Tensor


def require_sizes(sizes: Mapping[str, int]) -> None:
    """Raise ValueError unless every named size is a whole number of at least 1."""
    for name, size in sizes.items():
        require_whole(name, size)
        if size < 1:
            raise ValueError(f"{name} must be at least 1, got {size}")


def require_whole(name: str, value: int) -> None:
    """Raise ValueError unless `value` is a whole number."""
    # torch.export leaves a size open as a SymInt, torch.jit.trace gives it as a tensor
    is_traced = isinstance(value, Tensor) and value.shape == () and not value.is_floating_point()
    if isinstance(value, bool) or not (is_traced or isinstance(value, Integral | SymInt)):
        raise ValueError(f"{name} must be a whole number, got {value!r}")


def require_flags(flags: Mapping[str, bool]) -> None:
    """Raise ValueError unless every named flag is True or False."""
    for name, flag in flags.items():
        if not isinstance(flag, bool):
            raise ValueError(f"{name} must be True or False, got {flag!r}")


def require_finite(name: str, value: float) -> None:
    """Raise ValueError unless `value` is finite."""
    if not math.isfinite(value):
        raise ValueError(f"{name} must be a finite number, got {value}")


def require_positive(name: str, value: float) -> None:
    """Raise ValueError unless `value` is finite and greater than 0."""
    if not (math.isfinite(value) and value > 0):
        raise ValueError(f"{name} must be a finite number greater than 0, got {value}")


def require_at_least_0(name: str, value: float) -> None:
    """Raise ValueError unless `value` is finite and not negative."""
    if not (math.isfinite(value) and value >= 0):
        raise ValueError(f"{name} must be a finite number of at least 0, got {value}")


def require_rate(name: str, value: float) -> None:
    """Raise ValueError unless `value` lies in [0, 1)."""
    if not 0 <= value < 1:
        raise ValueError(f"{name} must be in [0, 1), got {value}")


def require_share(name: str, value: float) -> None:
    """Raise ValueError unless `value` lies in [0, 1]."""
    if not 0 <= value <= 1:
        raise ValueError(f"{name} must be in [0, 1], got {value}")


def require_index(name: str, index: int, size: int) -> None:
    """Raise ValueError unless `index` is a whole number from 0 to `size` - 1."""
    require_whole(name, index)
    if not 0 <= index < size:
        raise ValueError(f"{name} must be from 0 to {size - 1}, got {index}")


def require_token(name: str, token: int, vocab_size: int) -> None:
    """Raise ValueError unless `token` is in a vocabulary of this size."""
    require_whole(name, token)
    if not 0 <= token < vocab_size:
        raise ValueError(f"{name} must be in the vocabulary of {vocab_size} tokens, got {token}")


def require_tokens(name: str, ids: Tensor, vocab_size: int) -> None:
    """Raise ValueError, naming one that is not, unless all `ids` are in a vocabulary of this size.

    Reads the numbers, so it waits for a GPU.
    """
    if ids.numel() == 0:
        return
    lowest, highest = (int(bound) for bound in ids.aminmax())
    if lowest < 0 or highest >= vocab_size:
        raise ValueError(
            f"{name} contains {lowest if lowest < 0 else highest}, "
            f"which is not in the vocabulary of {vocab_size} tokens"
        )
