"""Five people, two workers: one closes the tab, one worker is killed by its id."""

import dataclasses
import os
import signal
import time
from collections.abc import Iterator
from contextlib import suppress
from http.client import HTTPConnection, HTTPException
from pathlib import Path

import dask
import psutil
import pytest
import torch
from distributed import Client
from distributed.security import Security

from tests.lab.learning.own_examples import dates, small_text
from tests.ui.runs.conftest import another_worker
from transformer_lab.learning import Record, RunConfig, learn
from ui.runs import run_queue, worker
from ui.runs.cluster import Cluster, ClusterError
from ui.runs.engine import Engine
from ui.runs.packing import pack

pytestmark = pytest.mark.thorough

CONFIG = RunConfig(d_model=8, d_ff=8, batch_size=8, steps=100, warmup_steps=50, every=25)
LONGER = dataclasses.replace(CONFIG, steps=200)
SECONDS = 90
"""Enough on a machine that is busy with something else."""


OWN = {"d_model": 8, "d_ff": 8, "batch_size": 8, "steps": 100, "warmup_steps": 50, "every": 25}


@pytest.fixture(scope="module", params=["digits", "own pairs", "own text"])
def config(request: pytest.FixtureRequest) -> RunConfig:
    """What is trained: a task of ours, or somebody's own data."""
    if request.param == "own pairs":
        return RunConfig(task="own_pairs", data=dates(300), **OWN)
    if request.param == "own text":
        return RunConfig(task="own_text", data=small_text(20_000), context=16, **OWN)
    return CONFIG


@pytest.fixture(scope="module")
def records(config: RunConfig) -> list[Record]:
    """What every run is to record."""
    torch.set_num_threads(1)
    return list(learn(config))


@pytest.fixture
def engine(local_cluster: Cluster, monkeypatch: pytest.MonkeyPatch) -> Iterator[Engine]:
    monkeypatch.setattr(run_queue, "GRACE_SECONDS", 1.5)
    engine = Engine(local_cluster)
    yield engine
    for run in list(engine._runs):
        engine.stop(run)
    wait_until_idle(engine)


def wait_until_idle(engine: Engine) -> None:
    """So that nothing of one test is computed in the next."""
    while engine._computed():
        time.sleep(0.02)


def test_five_in_the_queue_of_whom_one_leaves_and_one_loses_a_worker(
    engine: Engine, local_cluster: Cluster, config: RunConfig, records: list[Record]
) -> None:
    workers = local_cluster.workers()
    assert len(workers) == 2
    watched = [engine.start(config, person) for person in "abcd"]
    left = engine.start(dataclasses.replace(config, steps=4_000, every=0), "e")
    places: set[int] = set()
    killed = False
    end = time.monotonic() + SECONDS
    while True:
        found = [engine.status(run) for run in watched]
        places |= {one.queue_place for one in found}
        unfinished = {one.status for one in (*found, engine.run(left))} & {"waiting", "running"}
        if not unfinished:
            break
        assert time.monotonic() < end, found
        if not killed and engine.run(watched[0]).records:
            os.kill(min(workers.values()), signal.SIGKILL)
            killed = True
        time.sleep(0.02)
    assert [one.status for one in found] == ["done"] * 4
    assert {1, 2} <= places
    assert (engine.run(left).status, engine.run(left).error) == ("stopped", "left")
    for run in watched:
        assert_recorded(engine, run, records)


def assert_recorded(engine: Engine, run: str, records: list[Record]) -> None:
    """A run has recorded exactly this."""
    layout, found = engine.run(run).layout, engine.records(run)
    expected = [pack(record, layout) for record in records]
    assert [record.weights for record in found] == [record.weights for record in expected]
    assert [record.header["loss"] for record in found] == [
        record.header["loss"] for record in expected
    ]


def test_a_cluster_that_somebody_else_has_started_computes_the_same(
    foreign_cluster: Cluster, config: RunConfig, records: list[Record]
) -> None:
    engine = Engine(foreign_cluster)
    run = engine.start(config, "a")
    wait_until_done(engine, run)
    assert_recorded(engine, run, records)


def test_own_data_are_trained_by_two_workers_elsewhere_and_pause_there(
    foreign_cluster: Cluster,
) -> None:
    """Two people, one with pairs and one with a text; the first pauses, and the other goes on."""
    torch.set_num_threads(1)
    pairs = RunConfig(task="own_pairs", data=dates(300), **OWN)
    text = RunConfig(task="own_text", data=small_text(20_000), context=16, **OWN)
    engine = Engine(foreign_cluster)
    with another_worker(foreign_cluster):
        assert len(foreign_cluster.workers()) == 2
        paused = engine.start(pairs, "a", until=50)
        other = engine.start(text, "b")
        wait_until(engine, paused, "paused")
        wait_until_done(engine, other)
        assert engine.status(paused).step == 50
        engine.resume(paused)
        wait_until_done(engine, paused)
    assert_recorded(engine, paused, list(learn(pairs)))
    assert_recorded(engine, other, list(learn(text)))


def wait_until_done(engine: Engine, run: str) -> None:
    wait_until(engine, run, "done")


def wait_until(engine: Engine, run: str, status: str) -> None:
    end = time.monotonic() + SECONDS
    while engine.status(run).status != status:
        assert time.monotonic() < end, engine.status(run)
        time.sleep(0.02)


def test_any_step_is_computed_again_on_a_worker(local_cluster: Cluster) -> None:
    engine = Engine(local_cluster)
    run = engine.start(CONFIG, "a")
    wait_until_done(engine, run)
    before, after = engine.state_at(run, 73), engine.state_at(run, 74)
    adam = engine.adam_at(run, 74, "output.weight", (5, 3))
    assert adam.weight == before.weights["output.weight"][5, 3].item()
    assert adam.new_weight == pytest.approx(after.weights["output.weight"][5, 3].item(), rel=1e-5)
    with pytest.raises(ValueError, match="step must be at most"):
        engine.state_at(run, 101)
    with pytest.raises(LookupError):
        engine.adam_at(run, 5, "no.weight", (0,))


def test_the_workers_give_way_to_everybody_else(local_cluster: Cluster) -> None:
    for pid in local_cluster.workers().values():
        assert os.getpriority(os.PRIO_PROCESS, pid) > 0
        assert local_cluster.submit(_nice_of_this_thread).result(timeout=20) > 0


def test_the_workers_come_of_one_process_that_has_read_what_they_need(
    local_cluster: Cluster,
) -> None:
    """So that nobody waits seconds for one that takes the place of another."""
    assert local_cluster._process is not None
    (parent,) = set(local_cluster.client().run(os.getppid).values())
    assert parent not in (os.getpid(), local_cluster._process.pid)
    assert torch.__file__.rpartition("/")[0] in Path(f"/proc/{parent}/maps").read_text()


def test_a_worker_gives_way_as_far_as_it_can(monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[int] = []
    monkeypatch.setattr(os, "nice", given.append)
    monkeypatch.setattr(worker, "advance", lambda *arguments: None)
    # Those of the tests give way but a little: tests/conftest.py
    monkeypatch.delitem(dask.config.config, "workbench", raising=False)
    worker.dask_setup(None)
    assert given == [19]


def test_without_its_key_the_local_cluster_answers_nobody(local_cluster: Cluster) -> None:
    address = local_cluster.client().scheduler.address
    assert address.startswith("tls://127.0.0.1:")
    stranger = {"tls://": Security.temporary(), "tcp://": None}
    for protocol, key in stranger.items():
        with pytest.raises((OSError, TimeoutError)):
            Client(address.replace("tls://", protocol), security=key, timeout=1)


def test_the_local_cluster_shows_nothing_of_itself_to_a_browser(local_cluster: Cluster) -> None:
    local_cluster.client()
    assert local_cluster._process is not None
    cluster = psutil.Process(local_cluster._process.pid)
    ports = {
        one.laddr.port
        for process in (cluster, *cluster.children(recursive=True))
        for one in process.net_connections("inet")
        if one.status == psutil.CONN_LISTEN
    }
    assert len(ports) >= 3
    answering = []
    for port in ports:
        with suppress(OSError, HTTPException):
            connection = HTTPConnection("127.0.0.1", port, timeout=5)
            connection.request("GET", "/info/main/workers.html")
            answering.append((port, connection.getresponse().status))
    assert not answering


def test_a_cluster_that_was_killed_is_replaced_at_once(
    engine: Engine, local_cluster: Cluster
) -> None:
    """The tests after this one have the cluster that took its place."""
    run = engine.start(LONGER, "a")
    end = time.monotonic() + SECONDS
    while not engine.status(run).step:
        assert time.monotonic() < end
        time.sleep(0.02)
    killed = local_cluster._process
    assert killed is not None
    killed.kill()
    wait_until_done(engine, run)
    assert local_cluster._process is not killed
    assert engine.run(run).restarts == 1
    assert engine.status(engine.start(CONFIG, "b")).status in ("waiting", "running")
    assert [record.header["step"] for record in engine.records(run)] == list(range(0, 201, 25))


def _nice_of_this_thread() -> int:
    return os.nice(0)


def test_an_address_where_nobody_answers_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ui.runs.cluster.START_SECONDS", 0.3)
    with pytest.raises(ClusterError, match=r"no cluster at tcp://127\.0\.0\.1:9"):
        Cluster("tcp://127.0.0.1:9").client()
