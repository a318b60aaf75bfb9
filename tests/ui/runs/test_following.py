"""A request that waits for news of a run is woken by it, and costs nothing until then."""

import asyncio
import threading
from collections.abc import Awaitable, Callable, Iterator
from threading import get_ident
from typing import Any

import anyio
import pytest
from starlette.types import Message

from tests.own_thread import in_own_thread
from tests.ui.runs.by_hand import ClusterByHand
from transformer_lab.learning import RunConfig
from ui.runs import route, run_queue
from ui.runs.engine import Engine
from ui.runs.packing import unframe
from ui.runs.subscribers import Subscribers

TINY = RunConfig(d_model=8, d_ff=8, batch_size=8, steps=40, warmup_steps=4, every=1)
SECONDS = 20
"""Enough on a machine that is busy with something else."""


@pytest.fixture
def cluster(monkeypatch: pytest.MonkeyPatch) -> ClusterByHand:
    monkeypatch.setattr(run_queue, "SLICE_SECONDS", 0.0)
    monkeypatch.setattr(route, "WAIT_SECONDS", float(SECONDS))
    return ClusterByHand()


@pytest.fixture
def engine(cluster: ClusterByHand, monkeypatch: pytest.MonkeyPatch) -> Iterator[Engine]:
    made = Engine(cluster)  # type: ignore[arg-type]
    monkeypatch.setattr(route, "engine", lambda: made)
    yield made
    made.close()


class Following:
    """One request for news, sent in the browser's way."""

    def __init__(self, run: str, query: str) -> None:
        self._scope = {
            "type": "http", "method": "GET", "path": "/", "query_string": query.encode(),
            "headers": [], "path_params": {"run": run}, "state": {},
        }  # fmt: skip
        self.leaves = asyncio.Event()
        self.status, self.body = 0, b""

    async def answered(self) -> "Following":
        await route.FOLLOW(self._scope, self._receive, self._send)
        return self

    @property
    def header(self) -> dict[str, Any]:
        return unframe(self.body)[0]

    async def _receive(self) -> Message:
        await self.leaves.wait()
        return {"type": "http.disconnect"}

    async def _send(self, message: Message) -> None:
        self.status = message.get("status", self.status)
        self.body += message.get("body", b"")


Story = Callable[[], Awaitable[None]]


def told(story: Story) -> None:
    async def in_time() -> None:
        with anyio.fail_after(SECONDS):
            await story()

    in_own_thread(anyio.run, in_time)


async def waiting(run: str, query: str = "", *, looks: list[object]) -> "asyncio.Task[Following]":
    """A request that has found no news and waits."""
    first = await Following(run, "").answered()
    since = first.header["status"]["step"]
    asked = f"since={since}&known={first.header['known']}&wait=1{query}"
    looks.clear()
    task = asyncio.ensure_future(Following(run, asked).answered())
    while not looks:
        await asyncio.sleep(0)
    return task


@pytest.fixture
def looks(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """Every look that a waiting request takes at its run."""
    seen: list[object] = []
    real = route._is_news
    monkeypatch.setattr(route, "_is_news", lambda *asked: (seen.append(asked), real(*asked))[1])
    return seen


def running(engine: Engine, cluster: ClusterByHand, *people: str) -> list[str]:
    runs = [engine.start(TINY, person) for person in people]
    while len(cluster.sent) < min(2, len(people)):
        threading.Event().wait(0.005)
    return runs


NEWS: dict[str, Callable[[Engine, ClusterByHand, list[str]], object]] = {
    "a record": lambda engine, cluster, runs: cluster.compute(),
    "another status": lambda engine, cluster, runs: (engine.pause(runs[0]), cluster.compute()),
    "a failure": lambda engine, cluster, runs: cluster.fail(ZeroDivisionError()),
    "a discarded run": lambda engine, cluster, runs: discard(engine, runs[0]),
}


def discard(engine: Engine, run: str) -> None:
    with engine._changing():
        engine._discard(engine.run(run))


@pytest.mark.parametrize("what", NEWS)
def test_news_wake_who_waits(engine, cluster, looks, what):
    runs = running(engine, cluster, "a")

    async def story() -> None:
        task = await waiting(runs[0], looks=looks)
        await anyio.to_thread.run_sync(NEWS[what], engine, cluster, runs)
        assert (await task).status == (404 if what == "a discarded run" else 200)
        assert len(looks) <= 4, "it looks when it is woken, and not again and again"

    told(story)


def test_a_place_in_the_queue_that_changes_wakes_who_waits_for_it_and_nobody_else(
    engine, cluster, looks
):
    runs = running(engine, cluster, *"abcd")

    async def story() -> None:
        last = await waiting(runs[3], looks=looks)
        other = await waiting(runs[0], looks=looks)
        looks.clear()
        await anyio.to_thread.run_sync(engine.stop, runs[2])
        assert (await last).header["status"]["queue_place"] == 1
        await asyncio.sleep(0.05)
        assert not other.done()
        assert {run.id for run, _ in looks} == {runs[3]}
        other.cancel()

    told(story)


def test_who_waits_for_a_cluster_is_told_when_it_is_there(engine, cluster, looks, monkeypatch):
    ready = threading.Event()
    monkeypatch.setattr(cluster, "claim", lambda user: ready.wait(SECONDS))

    async def story() -> None:
        run = engine.start(TINY, "a")
        task = await waiting(run, looks=looks)
        ready.set()
        found = (await task).header["status"]
        assert (found["status"], found["is_starting"]) == ("running", False)

    told(story)


def test_nothing_is_looked_at_while_nothing_happens(engine, cluster, looks, monkeypatch):
    monkeypatch.setattr(route, "WAIT_SECONDS", 0.4)
    (run,) = running(engine, cluster, "a")

    async def story() -> None:
        assert (await (await waiting(run, looks=looks))).status == 200
        assert len(looks) == 1

    told(story)


def test_a_client_that_leaves_waits_no_longer(engine, cluster, looks):
    (run,) = running(engine, cluster, "a")

    async def story() -> None:
        first = await Following(run, "").answered()
        following = Following(run, f"known={first.header['known']}&wait=1")
        following.leaves.set()
        assert (await following.answered()).body == b""
        assert not engine.run(run).subscribers._events

    told(story)


def test_a_request_that_waits_counts_as_watching(engine, cluster, looks):
    (run,) = running(engine, cluster, "a")
    engine.run(run).last_seen = -1e9

    async def story() -> None:
        task = await waiting(run, looks=looks)
        assert engine.run(run).last_seen > 0
        task.cancel()

    told(story)


def test_the_event_loop_never_waits_for_the_engine(engine, cluster, looks):
    """What holds its lock may take a while: meanwhile others are answered."""
    (run,) = running(engine, cluster, "a")
    taken: list[int] = []
    real = engine._lock

    class Watched:
        def __enter__(self) -> None:
            taken.append(get_ident())
            real.acquire()

        def __exit__(self, *_: object) -> None:
            real.release()

    engine._lock = Watched()

    async def story() -> None:
        task = await waiting(run, looks=looks)
        await anyio.to_thread.run_sync(cluster.compute)
        assert (await task).status == 200
        assert taken
        assert get_ident() not in taken

    told(story)


def test_a_change_between_looking_and_waiting_is_not_missed():
    subscribers = Subscribers()

    async def story() -> None:
        with subscribers.subscribed() as changed:
            subscribers.notify()
            await changed.wait()

    told(story)


def test_a_loop_that_is_closed_keeps_nobody_else_from_being_told():
    subscribers = Subscribers()
    closed = asyncio.new_event_loop()
    subscribers._events.append((closed, asyncio.Event()))
    closed.close()

    async def story() -> None:
        with subscribers.subscribed() as changed:
            subscribers.notify()
            await changed.wait()

    told(story)
