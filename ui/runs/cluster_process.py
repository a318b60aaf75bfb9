"""Start the local cluster in its own process."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]


def start_local_cluster() -> "subprocess.Popen[str]":
    """Start it; it ends with its standard input. What it prints is read by `started`."""
    paths = [str(ROOT), os.environ.get("PYTHONPATH", "")]
    return subprocess.Popen(
        (sys.executable, "-m", "ui.runs.local_cluster"),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        cwd=ROOT,
        start_new_session=True,  # Ctrl+C in a terminal is for the server, which ends the cluster
        env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, paths))},
    )


def started(process: "subprocess.Popen[str]") -> dict[str, Any] | None:
    """Wait until it is there; return its address and its key, or None if it has ended."""
    assert process.stdout is not None
    line = process.stdout.readline()
    return json.loads(line) if line else None


def end_local_cluster(process: "subprocess.Popen[str]") -> None:
    """End it, and wait until it has."""
    assert process.stdin is not None and process.stdout is not None
    process.stdin.close()
    try:
        process.wait(timeout=10)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
    process.stdout.close()
