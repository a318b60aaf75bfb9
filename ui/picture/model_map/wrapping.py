"""How a token's vector is laid out on the map: in lines of one length, as written text is.

`layout.js` lays it out in the same way.
"""

import math

LONG = 256
GRAIN = 16
"""Long vectors have lines of a multiple of this, so that places side by side can be joined."""
MOST_LINES = 16


def line_count(d_model: int, num_heads: int) -> int:
    """In how many lines vectors are laid out: one a head, where there are several heads."""
    if 2 <= num_heads <= MOST_LINES and d_model > num_heads:
        return num_heads
    return max(1, min(MOST_LINES, round(math.sqrt(d_model / 4))))


def line_length(size: int, lines: int) -> int:
    """How many numbers of a vector of this size stand in a line."""
    length = math.ceil(size / lines)
    return length if size <= LONG else GRAIN * math.ceil(length / GRAIN)
