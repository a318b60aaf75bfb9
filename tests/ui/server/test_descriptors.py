"""Enough descriptors for the sessions that are kept."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from benchmarks.server import ROOT, free_port, is_healthy, started
from tests.ui.test_running_server import visit
from ui.server import descriptors
from ui.server.descriptors import kept_sessions, raise_limit
from ui.streamlit.seams import KEPT_SESSIONS

needs_limits = pytest.mark.skipif(sys.platform == "win32", reason="no such limit")
FEW, RELOADS = 128, 45
"""Of one person: of 38 a server with so few descriptors died, and of 90 one with 256."""


@contextmanager
def limited(option: str) -> Iterator[str]:
    """A server that may open few files at first ("-S"), or never more ("")."""
    port = free_port()
    shell = ["/bin/sh", "-c", f'ulimit {option} -n {FEW}; exec "$@"', "sh"]
    command = [sys.executable, "-m", "streamlit", "run", str(ROOT / "app.py")]
    options = [f"--server.port={port}", "--server.headless=true"]
    with started([*shell, *command, *options], port) as server:
        yield server.address


@pytest.mark.thorough
@needs_limits
@pytest.mark.parametrize("option", ["-S", ""])
def test_no_number_of_reloads_ends_a_server_with_few_descriptors(option: str) -> None:
    with limited(option) as address:
        for _ in range(RELOADS):
            visit(address)
        assert is_healthy(address)


@needs_limits
@pytest.mark.parametrize(
    ("soft", "hard", "limit"),
    [(256, -1, 10_240), (1_024, 1_048_576, 10_240), (256, 256, 256), (1_024, 4_096, 4_096),
     (100_000, 1_048_576, 100_000), (-1, -1, None)],
)  # fmt: skip
def test_as_many_are_asked_for_as_the_system_gives(
    soft: int, hard: int, limit: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """This one gives 20,000 at most, whatever it says."""
    import resource

    now = [(soft, hard)]

    def set_limit(kind: int, asked: tuple[int, int]) -> None:
        if asked[0] > 20_000:
            raise ValueError("current limit exceeds maximum limit")
        now.append(asked)

    monkeypatch.setattr(resource, "getrlimit", lambda kind: now[-1])
    monkeypatch.setattr(resource, "setrlimit", set_limit)
    assert raise_limit() == limit


def test_no_session_is_dropped_where_there_is_room() -> None:
    assert kept_sessions(None) == kept_sessions(4_096) == KEPT_SESSIONS


@pytest.mark.parametrize("limit", [64, 128, 256, 512, 1_024, 1_200, 2_048])
def test_what_is_kept_takes_a_third_of_the_descriptors_at_most(limit: int) -> None:
    assert 1 <= kept_sessions(limit) <= max(1, limit // 3 // descriptors.OF_A_KEPT_SESSION)
