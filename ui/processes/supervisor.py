"""N processes of the app on N ports of this machine, and HAProxy at the address that visitors know.

Streamlit keeps a session in the memory of one process, so several processes on one port break it.
"""

import os
import secrets
import signal
import socket
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from threading import Event
from types import FrameType

from .child import END_SECONDS, Child
from .proxy import configuration, host_and_port, installed_proxy, is_own_machine
from .shared_cluster import LOOK_SECONDS, NotStartedError, StoppedError, shared_cluster

START_SECONDS = 120.0
LOOPBACK = "127.0.0.1"
HEALTH = "/_stcore/health"
COOKIE_SECRET = "STREAMLIT_SERVER_COOKIE_SECRET"
FORWARDED = "FORWARDED_ALLOW_IPS"
ENDING = ("SIGINT", "SIGTERM", "SIGHUP")


def run_processes(
    script: Path, number: int, address: str, port: int, arguments: Sequence[str]
) -> None:
    """Serve with `number` processes at an address until a signal ends them all.

    Args:
        arguments: of `streamlit run`, for each process.

    Raises: ProxyMissingError; NotStartedError.
    """
    proxy, stopping = installed_proxy(), Event()
    with _signals(stopping), ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="workbench-")))
        try:
            cluster = stack.enter_context(shared_cluster(stopping))
            _require_free(address, port)
            children = stack.enter_context(_ended_together())
            places = {f"app-{n}": free for n, free in enumerate(free_ports(number), start=1)}
            environment = os.environ | _shared(os.environ)
            if cluster is not None:
                environment |= cluster.environment(folder)
            if not is_own_machine(address):
                environment[FORWARDED] = LOOPBACK
            for name, place in places.items():
                command = app_command(script, place, arguments)
                children.append(Child(name, command, environment))
            for child in children:
                child.start()
            for child, place in zip(tuple(children), places.values(), strict=True):
                _wait(child, host_and_port(LOOPBACK, place), stopping)
            file = folder / "haproxy.cfg"
            servers = {name: host_and_port(LOOPBACK, place) for name, place in places.items()}
            bind = host_and_port(address, port)
            is_shared = not is_own_machine(address)
            file.write_text(configuration(bind, servers, is_shared=is_shared), encoding="utf-8")
            children.append(Child("proxy", [proxy, "-db", "-q", "-f", str(file)], {**os.environ}))
            children[-1].start()
            _wait(children[-1], host_and_port(reached(address), port), stopping)
        except StoppedError:
            return
        here = host_and_port(reached(address), port)
        print(f"Attention Workbench, {number} processes: http://{here}", flush=True)
        while not stopping.wait(LOOK_SECONDS):
            for child in children:
                child.keep()
            if cluster is not None:
                cluster.keep()


def app_command(script: Path, port: int, arguments: Sequence[str]) -> list[str]:
    """Return the command of one process; its own address comes last and so applies."""
    own = {"server.address": LOOPBACK, "server.port": port, "server.headless": "true"}
    options = [f"--{name}={value}" for name, value in own.items()]
    return [sys.executable, "-m", "streamlit", "run", str(script), *arguments, *options]


def reached(address: str) -> str:
    """Return where this machine reaches a server that listens at an address."""
    return {"0.0.0.0": LOOPBACK, "::": "::1", "": LOOPBACK}.get(address, address)


def free_ports(number: int) -> list[int]:
    """Return different ports of this machine on which nothing listens."""
    with ExitStack() as stack:
        sockets = [stack.enter_context(socket.socket()) for _ in range(number)]
        for one in sockets:
            one.bind((LOOPBACK, 0))
        return [one.getsockname()[1] for one in sockets]


def _require_free(address: str, port: int) -> None:
    """Find out at once, not after the app has started. Raises: NotStartedError."""
    try:
        family, kind, _, _, place = socket.getaddrinfo(
            address or None, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        with socket.socket(family, kind) as one:
            one.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            one.bind(place)
    except OSError as error:
        raise NotStartedError(f"{host_and_port(address, port)} cannot be used: {error}.") from error


def _shared(environment: Mapping[str, str]) -> dict[str, str]:
    """What all processes have in common, unless the owner has set it: one key of cookies."""
    if environment.get(COOKIE_SECRET):
        return {}
    return {COOKIE_SECRET: secrets.token_hex(32)}


def _wait(child: Child, place: str, stopping: Event) -> None:
    """Wait until a process answers. Raises: NotStartedError; StoppedError."""
    end = time.monotonic() + START_SECONDS
    while not is_healthy(place):
        if stopping.wait(LOOK_SECONDS):
            raise StoppedError
        if child.has_ended or time.monotonic() > end:
            raise NotStartedError(child.why())


def is_healthy(place: str) -> bool:
    try:
        with urllib.request.urlopen(f"http://{place}{HEALTH}", timeout=2) as answer:
            return bool(answer.status == 200)
    except OSError:
        return False


@contextmanager
def _ended_together() -> Iterator[list[Child]]:
    children: list[Child] = []
    try:
        yield children
    finally:
        # The proxy first: a process that ends is not asked any more.
        for child in reversed(children):
            child.ask_to_end()
        end = time.monotonic() + END_SECONDS
        for child in children:
            child.wait(end)


@contextmanager
def _signals(stopping: Event) -> Iterator[None]:
    """Let the signals that end a program set an event."""

    def stop(_number: int, _frame: FrameType | None) -> None:
        stopping.set()

    numbers = [getattr(signal, name) for name in ENDING if hasattr(signal, name)]
    before = [(number, signal.signal(number, stop)) for number in numbers]
    try:
        yield
    finally:
        for number, handler in before:
            signal.signal(number, handler)
