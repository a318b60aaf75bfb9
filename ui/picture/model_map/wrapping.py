"""Lays out a token's vector on the map in lines of equal length, like text.

`layout.js` uses the same layout.
"""

import math

LONG = 256
GRAIN = 16
"""The lines of long vectors are a multiple of this length, so that neighbours can be pooled."""
MOST_LINES = 16


def line_count(d_model: int, num_heads: int) -> int:
    """Return the number of lines of a vector: one per head where there are several heads."""
    if 2 <= num_heads <= MOST_LINES and d_model > num_heads:
        return num_heads
    return max(1, min(MOST_LINES, round(math.sqrt(d_model / 4))))


def line_length(size: int, lines: int) -> int:
    """Return how many numbers of a vector of this size are in one line."""
    length = math.ceil(size / lines)
    return length if size <= LONG else GRAIN * math.ceil(length / GRAIN)
