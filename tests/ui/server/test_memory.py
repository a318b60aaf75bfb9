"""What was used for a moment goes back to the system."""

import platform
import subprocess
import sys
from pathlib import Path

import pytest

KEEPS = """
import ctypes, sys
from ui.server.memory import give_memory_back

def resident():
    line = next(one for one in open("/proc/self/status") if one.startswith("VmRSS"))
    return int(line.split()[1]) / 1024

if sys.argv[1] == "given back":
    give_memory_back()
libc = ctypes.CDLL(None)
libc.malloc.restype, libc.malloc.argtypes = ctypes.c_void_p, [ctypes.c_size_t]
libc.free.restype, libc.free.argtypes = None, [ctypes.c_void_p]

def used(size):
    block = libc.malloc(size)
    ctypes.memset(block, 1, size)
    return block

# One that is large; glibc takes from then on all that is smaller from its own.
libc.free(used(30 << 20))
before = resident()
blocks = [used(1 << 20) for _ in range(40)]
last = used(1000)
for block in blocks:
    libc.free(block)
print(resident() - before)
"""


def kept(how: str) -> float:
    """Megabytes that a process keeps of forty that it has freed."""
    command = [sys.executable, "-c", KEEPS, how]
    root = Path(__file__).parents[3]
    finished = subprocess.run(command, cwd=root, capture_output=True, text=True, check=True)
    return float(finished.stdout)


HOLES = """
import gc
import numpy
import sys
from ui.server.memory import give_holes_back, give_memory_back

def resident():
    line = next(one for one in open("/proc/self/status") if one.startswith("VmRSS"))
    return int(line.split()[1]) / 1024

give_memory_back()
before = resident()
blocks = [numpy.ones(100_000, numpy.uint8) for _ in range(600)]
blocks = blocks[::20]
if sys.argv[1] == "given back":
    give_holes_back()
print(resident() - before)
"""


def kept_between(how: str) -> float:
    """Megabytes that a process keeps of 60, of which every twentieth is still in use."""
    command = [sys.executable, "-c", HOLES, how]
    root = Path(__file__).parents[3]
    finished = subprocess.run(command, cwd=root, capture_output=True, text=True, check=True)
    return float(finished.stdout)


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="another libc has no such options")
def test_what_is_free_between_what_is_used_goes_back_when_asked_for() -> None:
    assert kept_between("given back") < 15 < 45 < kept_between("as it is")


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="another libc has no such options")
def test_what_is_free_goes_back_to_the_system() -> None:
    assert kept("given back") < 5 < 30 < kept("as glibc does")
