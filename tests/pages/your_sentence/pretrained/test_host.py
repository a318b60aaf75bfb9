"""A model on the workers that train: one cluster for both, and an end to what is lost."""

import gc
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path

import pytest
from distributed.scheduler import KilledWorker

from pages.your_sentence.pretrained import PretrainedError, host
from pages.your_sentence.pretrained.folder import open_folder
from pages.your_sentence.pretrained.host import HostedProcess
from pages.your_sentence.pretrained.opened import OpenedModel, open_model
from pages.your_sentence.pretrained.process import ROOT
from pages.your_sentence.pretrained.reading import read_model
from transformer_lab.learning import RunConfig
from ui.runs.cluster import Cluster, ClusterError
from ui.runs.engine import Engine

SECONDS = 60
"""Enough on a machine that is busy with something else."""


@pytest.fixture(scope="module", autouse=True)
def same_cluster(local_cluster: Cluster) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(host, "shared_cluster", lambda: local_cluster)
        yield


@pytest.fixture(scope="module")
def opened(saved: Callable[[str], Path]) -> OpenedModel:
    return open_model(open_folder(saved("bert"), "bert"), "bert")


def refused(process: HostedProcess, seconds: float = 20) -> str:
    with pytest.raises(PretrainedError) as raised:
        process.ask({"sentence": "x", "target": None}, seconds)
    return raised.value.name


def pretending(source: str) -> list[str]:
    """A process that does something else with what it is told."""
    return [sys.executable, "-c", f"import sys, time\n{source}"]


def test_it_sees_what_the_model_sees_beside_a_worker_of_the_cluster(saved, opened, local_cluster):
    model = read_model(open_folder(saved("bert"), "bert"), "bert")
    here, there = (one.look("the cat sat") for one in (model, opened))
    assert here.encoder.equal(there.encoder)
    assert here.source == there.source
    about = ("architecture", "limit", "parameters", "name")
    assert [getattr(model, one) for one in about] == [getattr(opened, one) for one in about]
    assert opened._process._host._address in local_cluster.workers()


def test_an_error_of_the_model_leaves_it_open(opened):
    with pytest.raises(PretrainedError) as raised:
        opened.look("  ")
    assert raised.value.name == "empty_sentence"
    assert opened.gone is None
    assert opened.look("the dog").kinds == ("encoder",)


def test_a_run_goes_on_while_a_model_is_asked(opened, local_cluster):
    engine = Engine(local_cluster)
    run = engine.start(RunConfig(steps=4000, every=100), "a")
    end = time.monotonic() + SECONDS
    while not engine.run(run).step:
        assert time.monotonic() < end
        time.sleep(0.02)
    before, number = engine.run(run).step, 0
    while engine.run(run).step == before:
        number += 1
        assert opened.look(f"the cat {number}").kinds == ("encoder",)
        assert time.monotonic() < end
    engine.stop(run)
    while engine.standing(run).status == "running":
        assert time.monotonic() < end
        time.sleep(0.02)


def test_what_takes_too_long_is_ended_and_said_so():
    process = HostedProcess("m", pretending("time.sleep(60)"))
    assert refused(process, 0.5) == "too_slow"
    # It stays so, without asking again.
    assert refused(process, 60) == "too_slow"


def test_what_breaks_off_is_ended_and_said_so():
    assert refused(HostedProcess("m", pretending("sys.exit(1)"))) == "ended"


def test_a_model_whose_worker_is_killed_has_ended_and_another_one_finds_a_place(
    opened, local_cluster
):
    os.kill(local_cluster.workers()[opened._process._host._address], signal.SIGKILL)
    with pytest.raises(PretrainedError) as raised:
        opened.look("the cat")
    assert raised.value.name == "ended"
    assert opened.gone is raised.value
    assert refused(HostedProcess("m", pretending("time.sleep(60)")), 0.2) == "too_slow"
    # What comes next finds the cluster whole.
    local_cluster.client().wait_for_workers(2, timeout=SECONDS)


@pytest.mark.parametrize(("ended", "found"), [(2, "host"), (3, "no_cluster")])
def test_a_worker_that_ends_while_it_is_chosen_gives_way_to_another_one(
    local_cluster, monkeypatch, ended, found
):
    """A worker that is killed is thought of as there until the cluster hears of it."""
    asked = count(1)

    class Placed:
        def result(self, timeout: float) -> str:
            if next(asked) <= ended:
                raise KilledWorker("a model", None, 0)
            return "host"

    monkeypatch.setattr(host, "_asked_for", lambda *asked: Placed())
    if found == "host":
        assert HostedProcess("m")._host == found
    else:
        with pytest.raises(PretrainedError) as raised:
            HostedProcess("m")
        assert raised.value.name == found


def test_the_server_itself_does_not_import_the_package(saved):
    code = (
        "import sys\n"
        "from pages.your_sentence import pretrained\n"
        f"assert pretrained.loaded({str(saved('bert'))!r}) is None\n"
        "from pages.your_sentence.pretrained import host, opened\n"
        "assert 'transformers' not in sys.modules\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT)
    assert done.returncode == 0, done.stderr


def test_a_models_process_has_nothing_of_the_server():
    code = (
        "import sys\n"
        "import pages.your_sentence.pretrained.child\n"
        "print({'streamlit', 'distributed', 'plotly'} & {*sys.modules})\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT)
    assert done.stdout.strip() == "set()", done.stderr


def test_without_a_cluster_it_is_said(saved, monkeypatch):
    class Nowhere(Cluster):
        def client(self):
            raise ClusterError("no cluster")

    monkeypatch.setattr(host, "shared_cluster", lambda: Nowhere(""))
    with pytest.raises(PretrainedError) as raised:
        open_model(open_folder(saved("bert"), "bert"), "bert")
    assert raised.value.name == "no_cluster"


def test_a_model_that_nobody_holds_ends_its_process_and_with_it_the_cluster(monkeypatch):
    class Counted(Cluster):
        ended = 0

        def _close(self):
            self.ended += 1

    counted = Counted("")
    monkeypatch.setattr(counted, "client", lambda: None)
    monkeypatch.setattr(host, "_placed", lambda *_: None)
    first, second = (HostedProcess("m", cluster=counted) for _ in range(2))
    counted.claim("a run")
    del first, second
    gc.collect()
    counted.let_go("no user")
    assert counted.ended == 0
    counted.let_go("a run")
    end = time.monotonic() + 5
    while not counted.ended:
        assert time.monotonic() < end
        time.sleep(0.01)
