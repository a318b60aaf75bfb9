"""A model in a process of its own: the same numbers, and an end to what takes too much."""

import gc
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import count

import psutil
import pytest
import torch

from tests.ui.models.forking import Forking
from transformer_lab.pretrained.folder import open_folder
from ui.models import PretrainedError, loading, process
from ui.models import opened as module
from ui.models.meeting import ROOT, Meeting
from ui.models.messages import encode
from ui.models.opened import BASE_BYTES, OpenedModel, open_model
from ui.models.process import Peer, ask, meet
from ui.models.reading import read_model

pytestmark = pytest.mark.thorough

SECONDS = 60
"""Enough on a machine that is busy with something else."""
QUESTION = {"sentence": "x", "target": None}
LISTENING = f"""
import os, sys, time
from multiprocessing.connection import Listener
from pathlib import Path
from ui.models.meeting import Meeting
meeting = Meeting(Path(sys.argv[1]), sys.argv[2])
connection = Listener(meeting.address, authkey=meeting.key).accept()
connection.send_bytes({encode({"pid": 10**9})!r}.replace(b"{10**9}", b"%10d" % os.getpid()))
connection.recv_bytes()
"""
"""The beginning of a process that is asked something, and then does something else. Its greeting
is made here, since all that makes one takes it seconds to import."""
UNFINISHED = encode({})[:-1]
CHANGED = "import time, re\nimport ui.models.child as child\n"
"""The beginning of a process that reads a model in another way."""
WITHOUT_WEIGHTS = """
class Model:
    def about(self):
        return {"architecture": "decoder", "limit": 3, "parameters": 1}
child.read_model = lambda *_: Model()
"""
UNREADABLE = """
def read_model(folder, name):
    raise child.PretrainedError("no_tokeniser", name=name)
child.read_model = read_model
"""
numbers = count()


def started(source: str, forked: Forking | None = None) -> Peer:
    """A connection to a process that does something else than ours."""
    command = forked.command(source) if forked else [sys.executable, "-c", source]
    return meet(Meeting.of("test", os.getpid(), next(numbers)), "m", command)


def refused(peer: Peer, seconds: float = SECONDS, **question: object) -> str:
    with pytest.raises(PretrainedError) as raised:
        ask(peer, "m", question or QUESTION, seconds)
    return raised.value.name


def wait(until: Callable[[], object]) -> None:
    end = time.monotonic() + SECONDS
    while not until():
        assert time.monotonic() < end
        time.sleep(0.02)


def is_gone(peer: Peer) -> bool:
    return not psutil.pid_exists(peer.pid)


def models() -> set[int]:
    """The processes of models that this one has started and that are still there."""
    children = psutil.Process().children(recursive=True)
    return {one.pid for one in children if "child" in " ".join(one.cmdline())}


@pytest.fixture(scope="module")
def others() -> set[int]:
    """Models that tests before these have left open."""
    return models()


@pytest.fixture(scope="module")
def opened(saved, others) -> OpenedModel:
    return open_model(open_folder(saved("bart"), "bart"), "bart")


@pytest.mark.parametrize("target", [None, "a dog ran"])
def test_it_sees_what_the_model_sees(saved, opened, target):
    model = read_model(open_folder(saved("bart"), "bart"), "bart")
    here, there = (one.look("the cat sat", target) for one in (model, opened))
    for name, value in vars(here).items():
        other = getattr(there, name)
        if isinstance(value, torch.Tensor):
            assert torch.equal(value, other), name
        else:
            assert value == other, name
    about = ("architecture", "limit", "parameters", "name")
    assert [getattr(model, one) for one in about] == [getattr(opened, one) for one in about]


def test_one_process_is_all_that_a_model_needs_beside_the_server(opened, others):
    """No cluster, no worker, nothing between the two."""
    assert models() - others == {opened._peer.pid}
    model = psutil.Process(opened._peer.pid)
    assert model.ppid() == os.getpid()
    assert not model.children()


def test_an_error_of_the_model_leaves_it_open(opened):
    with pytest.raises(PretrainedError) as raised:
        opened.look("  ")
    assert raised.value.name == "empty_sentence"
    assert opened.gone is None
    assert opened.look("the dog").kinds == ("encoder", "decoder", "cross")


def test_many_ask_at_once_and_each_gets_their_own_answer(opened):
    sentences = ["the cat", "the cat sat", "a dog", "the cat sat on the mat"] * 3
    with ThreadPoolExecutor(6) as people:
        seen = list(people.map(opened.look, sentences))
    for sentence, one in zip(sentences, seen, strict=True):
        assert one.encoder.shape[-1] == len(one.source)
        assert one.source == opened.look(sentence).source
    assert opened.look("a dog") is opened.look("a dog")


def test_it_gives_way_to_the_server(opened):
    assert os.getpriority(os.PRIO_PROCESS, opened._peer.pid) > os.getpriority(os.PRIO_PROCESS, 0)


@pytest.mark.parametrize(
    "hang", ["time.sleep(600)", "re.match('(a+)+$', 'a' * 60 + 'b')"], ids=["waits", "computes"]
)
def test_what_takes_too_long_ends_by_itself_and_is_said_so(hang, forked):
    """Also where it never lets go of the interpreter's lock."""
    question = {"folder": ".", "name": "m", "memory": BASE_BYTES}
    peer = started(f"{CHANGED}child.open_folder = lambda *_: {hang}\nchild.main()", forked)
    assert refused(peer, 0.5, **question) == "too_slow"
    wait(lambda: is_gone(peer))


def test_what_cannot_even_end_by_itself_is_ended(monkeypatch):
    monkeypatch.setattr(process, "BEHIND_SECONDS", 0.2)
    peer = started(f"{LISTENING}time.sleep(600)")
    assert refused(peer, 0.2) == "too_slow"
    wait(lambda: is_gone(peer))


@pytest.mark.parametrize(
    "then", ["sys.exit(1)", "connection.send_bytes(b'\\xff' * 64)", "connection.send_bytes(b'')",
             f"connection.send_bytes({UNFINISHED})", "os.write(connection.fileno(), b'hello')"]
)  # fmt: skip
def test_what_breaks_off_or_says_nonsense_is_said_to_have_ended(then):
    assert refused(started(f"{LISTENING}{then}")) == "ended"


def test_a_process_that_does_not_start_is_said_to_have_ended():
    with pytest.raises(PretrainedError) as raised:
        started("import sys; sys.exit(1)")
    assert raised.value.name == "ended"


def test_what_needs_too_much_memory_is_ended(saved, forked):
    source = f"{CHANGED}child.read_model = lambda *_: bytearray(1 << 34)\nchild.main()"
    peer = started(source, forked)
    question = {"folder": str(saved("bert")), "name": "m", "memory": BASE_BYTES}
    assert refused(peer, **question) == "ended"
    wait(lambda: is_gone(peer))


def test_a_model_that_has_ended_is_opened_anew_after_a_while(saved, monkeypatch):
    folder = str(saved("bert"))
    open_anew = loading.open_model
    ended = OpenedModel("m", "encoder", 200, 1, _peer=started(f"{LISTENING}sys.exit(1)"))
    monkeypatch.setattr(loading, "open_model", lambda *a: ended)
    model = loading.load(folder)
    for _ in range(2):
        with pytest.raises(PretrainedError) as raised:
            model.look("the cat")
        assert raised.value.name == "ended"
    monkeypatch.setattr(loading, "open_model", open_anew)
    with pytest.raises(PretrainedError):
        loading.loaded(folder)
    monkeypatch.setattr(loading, "RETRY_SECONDS", 0)
    assert loading.loaded(folder) is None
    assert loading.load(folder).look("the cat").kinds == ("encoder",)


@pytest.fixture
def reading_as(forked, monkeypatch) -> Callable[[str], list[Peer]]:
    """Opens models as ever, but their processes read them in another way; notes the connections."""
    peers: list[Peer] = []

    def as_told(reading: str) -> list[Peer]:
        command = forked.command(f"{CHANGED}{reading}\nchild.main()")

        def noted(meeting: Meeting, name: str) -> Peer:
            peers.append(meet(meeting, name, command))
            return peers[-1]

        monkeypatch.setattr(module, "meet", noted)
        return peers

    return as_told


def test_a_model_that_nobody_holds_ends_its_process(saved, reading_as):
    peers = reading_as(WITHOUT_WEIGHTS)
    opened = open_model(open_folder(saved("gpt2"), "gpt2"), "gpt2")
    peer = Peer(None, opened._peer.pid)
    peers.clear()
    assert not is_gone(peer)
    del opened
    gc.collect()
    wait(lambda: is_gone(peer))


def test_a_model_that_cannot_be_read_ends_its_process_though_the_error_is_kept(saved, reading_as):
    peers = reading_as(UNREADABLE)
    with pytest.raises(PretrainedError) as raised:
        open_model(open_folder(saved("bert"), "m"), "m")
    assert raised.value.name == "no_tokeniser"
    wait(lambda: is_gone(peers[0]))


def test_a_million_layers_are_refused_before_anything_starts(saved, tmp_path, monkeypatch):
    for file in saved("bert").iterdir():
        (tmp_path / file.name).write_bytes(file.read_bytes())
    config = json.loads((tmp_path / "config.json").read_text())
    (tmp_path / "config.json").write_text(json.dumps(config | {"num_hidden_layers": 10**6}))
    monkeypatch.setattr(loading, "open_model", lambda *a: pytest.fail("was opened"))
    with pytest.raises(PretrainedError) as raised:
        loading.load(str(tmp_path))
    assert raised.value.name == "config_number"


@pytest.fixture(scope="module")
def imported(saved) -> tuple[set[str], set[str]]:
    """What a model's process imports, and what is there when a server has imported its own part
    beside that: in one process, as torch takes it seconds to import.
    """
    code = (
        "import json, sys\n"
        "import ui.models.child\n"
        "print(json.dumps([*sys.modules]))\n"
        "from ui import models\n"
        f"assert models.loaded({str(saved('bert'))!r}) is None\n"
        "from ui.models import opened\n"
        "print(json.dumps([*sys.modules]))\n"
    )
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, check=True)
    of_model, of_both = map(json.loads, done.stdout.splitlines())
    return set(of_model), set(of_both)


def test_the_server_itself_does_not_import_the_package(imported):
    assert not imported[1] & {"transformers", "distributed"}


def test_a_models_process_has_nothing_of_the_server(imported):
    assert "ui.models.child" in imported[0]
    assert not imported[0] & {"streamlit", "distributed", "plotly"}
