"""Random numbers from an explicit seed, without touching torch's global generator."""

import torch

LARGEST_SEED = 2**32 - 1
"""torch's CPU generator keeps 32 bits of a seed; above, two seeds would give the same numbers."""


def generator(seed: int) -> torch.Generator:
    """A new CPU generator that starts at `seed`, a whole number from 0 to LARGEST_SEED."""
    if isinstance(seed, bool) or not isinstance(seed, int) or not 0 <= seed <= LARGEST_SEED:
        raise ValueError(f"seed must be a whole number from 0 to {LARGEST_SEED}, got {seed!r}")
    return torch.Generator().manual_seed(seed)
