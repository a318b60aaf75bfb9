"""Return memory to the system after a peak of many visitors."""

import ctypes
import sys

M_TRIM_THRESHOLD, M_MMAP_THRESHOLD, M_ARENA_MAX = -1, -3, -8
FROM_THE_SYSTEM = 128 * 1024
"""Bytes: glibc's initial threshold. It would raise it with the first large tensor, and then keep
all smaller blocks."""
ARENAS = 2
"""Memory arenas for threads: every rerun is a thread, and glibc would make up to 8 per core."""


def give_memory_back() -> None:
    """Make glibc keep little free memory. Does nothing on another system, or with another libc."""
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
    """Return free memory between blocks in use, as after many small tensors. All other allocations
    wait meanwhile. Does nothing elsewhere, as above.
    """
    if sys.platform != "linux":
        return
    libc = ctypes.CDLL(None)
    if hasattr(libc, "malloc_trim"):
        libc.malloc_trim(0)
