"""Runs a Streamlit server for the benchmarks and the browser tests, and stops it afterwards."""

import os
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parent.parent
START_SECONDS = 60


@dataclass(frozen=True)
class Server:
    """A running server and its resource usage, which Linux reports in /proc."""

    address: str
    process: int

    @property
    def processor_seconds(self) -> float:
        """The processor time used so far, user and system."""
        # The name of the process comes first, in brackets, and may contain spaces.
        figures = self._told("stat").rpartition(")")[2].split()
        user, system = figures[11:13]
        return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")

    @property
    def megabytes(self) -> float:
        """The current resident memory."""
        line = next(one for one in self._told("status").splitlines() if one.startswith("VmRSS"))
        return int(line.split()[1]) * 1024 / 1e6

    def _told(self, name: str) -> str:
        return Path("/proc", str(self.process), name).read_text(encoding="utf-8")


def free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


def is_healthy(address: str) -> bool:
    try:
        with urllib.request.urlopen(f"{address}/_stcore/health", timeout=2) as answer:
            return answer.status == 200
    except OSError:
        return False


def _wait_until_healthy(address: str, server: subprocess.Popen, log: Path) -> None:
    end = time.monotonic() + START_SECONDS
    while not is_healthy(address):
        if server.poll() is not None or time.monotonic() > end:
            raise RuntimeError(
                f"The server did not start. Its log:\n{log.read_text(errors='replace')}"
            )
        time.sleep(0.05)


def end(server: subprocess.Popen) -> None:
    """Terminate a process, and kill it if it does not exit."""
    server.terminate()
    try:
        server.wait(timeout=10)
    except subprocess.TimeoutExpired:
        server.kill()
        server.wait()


@contextmanager
def running(
    script: Path = ROOT / "app.py",
    *,
    folder: Path = ROOT,
    environment: dict[str, str] | None = None,
) -> Iterator[str]:
    """Run `streamlit run script` in `folder`, whose .streamlit/config.toml applies.

    Yields the server's address.
    """
    with serving(script, folder=folder, environment=environment) as server:
        yield server.address


@contextmanager
def serving(
    script: Path = ROOT / "app.py",
    *,
    folder: Path = ROOT,
    environment: dict[str, str] | None = None,
    port: int | None = None,
) -> Iterator[Server]:
    """Like `running`, but yields the server with its process."""
    port = port or free_port()
    command = [sys.executable, "-m", "streamlit", "run", str(script)]
    options = {
        "server.address": "127.0.0.1",
        "server.port": str(port),
        "server.headless": "true",
        "browser.gatherUsageStats": "false",
    }
    command += [f"--{name}={value}" for name, value in options.items()]
    with started(command, port, folder=folder, environment=environment) as server:
        yield server


@contextmanager
def serving_together(
    processes: int, *, environment: dict[str, str] | None = None
) -> Iterator[tuple[str, list[Server]]]:
    """Run `attention-workbench --processes N`: yields its address, and its processes with the proxy
    last.
    """
    port = free_port()
    address = f"http://127.0.0.1:{port}"
    command = [sys.executable, "-m", "ui.shell.command", "--processes", str(processes)]
    command += ["--server.port", str(port)]
    environment = os.environ | (environment or {})
    with subprocess.Popen(
        command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True
    ) as server:
        try:
            assert server.stdout is not None
            if not server.stdout.readline():
                raise RuntimeError("The processes did not start.")
            children = Path(f"/proc/{server.pid}/task/{server.pid}/children").read_text().split()
            named = {int(child): Path(f"/proc/{child}/cmdline").read_text() for child in children}
            own = [child for child, line in named.items() if "streamlit" in line]
            own += [child for child, line in named.items() if "haproxy" in line]
            yield address, [Server(address, child) for child in own]
        finally:
            end(server)


@contextmanager
def started(
    command: Sequence[str],
    port: int,
    *,
    folder: Path = ROOT,
    environment: dict[str, str] | None = None,
) -> Iterator[Server]:
    """Run a command that serves Streamlit on this port until the context ends."""
    address = f"http://127.0.0.1:{port}"
    with tempfile.TemporaryDirectory() as scratch:
        log = Path(scratch) / "server.log"
        with log.open("w") as output:
            server = subprocess.Popen(
                command,
                cwd=folder,
                env=os.environ | (environment or {}),
                stdout=output,
                stderr=subprocess.STDOUT,
            )
        try:
            _wait_until_healthy(address, server, log)
            yield Server(address, server.pid)
        finally:
            end(server)
