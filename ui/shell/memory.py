"""Memory that goes back to the system when a moment of many visitors is over."""

import ctypes
import sys

M_TRIM_THRESHOLD, M_MMAP_THRESHOLD, M_ARENA_MAX = -1, -3, -8
FROM_THE_SYSTEM = 128 * 1024
"""Bytes: glibc's own start, which it would raise with the first large tensor, and then keep all
that is smaller."""
ARENAS = 2
"""Parts of memory for threads: every rerun is one, and glibc would make up to 8 for each core."""


def give_memory_back() -> None:
    """Let glibc keep little of what is free. Does nothing on another system, or another libc."""
    if sys.platform != "linux":
        return
    libc = ctypes.CDLL(None)
    if not hasattr(libc, "mallopt"):
        return
    for option, value in (
        (M_MMAP_THRESHOLD, FROM_THE_SYSTEM),
        (M_TRIM_THRESHOLD, FROM_THE_SYSTEM),
        (M_ARENA_MAX, ARENAS),
    ):
        libc.mallopt(option, value)


def give_holes_back() -> None:
    """Give back what is free between what is in use, as after many small tensors: for a moment,
    in which nobody else gets any. Does nothing elsewhere, as above.
    """
    if sys.platform != "linux":
        return
    libc = ctypes.CDLL(None)
    if hasattr(libc, "malloc_trim"):
        libc.malloc_trim(0)
