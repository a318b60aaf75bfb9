"""A cluster of processes that somebody else has started."""

import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from ui.runs.cluster import Cluster

ROOT = Path(__file__).parents[3]


@pytest.fixture
def foreign_cluster() -> Iterator[Cluster]:
    """A scheduler and a worker, started by hand on the loopback address."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    address = f"tcp://127.0.0.1:{port}"
    scheduler = ("scheduler", "--host", "127.0.0.1", "--port", str(port), "--no-dashboard")
    worker = ("worker", address, "--nthreads", "1", "--host", "127.0.0.1", "--no-dashboard",
              "--no-nanny", "--preload", "ui.runs.worker")  # fmt: skip
    with ExitStack() as stack:
        for arguments in (scheduler, worker):
            stack.enter_context(_process(*arguments))
        cluster = Cluster(address)
        cluster.client().wait_for_workers(1, timeout=60)
        yield cluster
        cluster.close()


@contextmanager
def another_worker(cluster: Cluster) -> Iterator[None]:
    """One more worker of a cluster that somebody else has started."""
    address = cluster.client().scheduler.address
    worker = ("worker", address, "--nthreads", "1", "--host", "127.0.0.1", "--no-dashboard",
              "--no-nanny", "--preload", "ui.runs.worker")  # fmt: skip
    with _process(*worker):
        cluster.client().wait_for_workers(2, timeout=60)
        yield


@contextmanager
def _process(*arguments: str) -> Iterator[None]:
    process = subprocess.Popen(
        (sys.executable, "-m", "dask", *arguments),
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stderr=subprocess.DEVNULL,
    )
    try:
        yield
    finally:
        process.terminate()
        process.wait(timeout=20)
