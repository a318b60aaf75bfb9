"""Start the local cluster in its own process."""

import json
import os
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]


def start_local_cluster(again: dict[str, Any] | None = None) -> "subprocess.Popen[str]":
    """Start it; it ends with its standard input. What it prints is read by `started`.

    Args:
        again: what `started` returned for one that has ended: the new one takes its place, with the
            same address and key, so that whoever was connected to it connects again.
    """
    paths = [str(ROOT), os.environ.get("PYTHONPATH", "")]
    process = subprocess.Popen(
        (sys.executable, "-m", "ui.runs.local_cluster"),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        cwd=ROOT,
        start_new_session=True,  # Ctrl+C in a terminal is for the server, which ends the cluster
        env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, paths))},
    )
    assert process.stdin is not None
    with suppress(OSError):  # It has ended already, which `started` tells.
        process.stdin.write(json.dumps(again or {}) + "\n")
        process.stdin.flush()
    return process


def started(process: "subprocess.Popen[str]") -> dict[str, Any] | None:
    """Wait until it is there; return its address and its key, or None if it has ended."""
    assert process.stdout is not None
    line = process.stdout.readline()
    return json.loads(line) if line else None


def end_local_cluster(process: "subprocess.Popen[str]") -> None:
    """End it, and wait until it has."""
    assert process.stdin is not None and process.stdout is not None
    with suppress(OSError):
        process.stdin.close()
    try:
        process.wait(timeout=10)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
    process.stdout.close()
