"""The server as `streamlit run app.py` starts it: what no page test can see."""

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from websockets.sync.client import connect

from benchmarks.server import ROOT, running
from ui.words.pages import page_names

pytestmark = pytest.mark.thorough

PATIENCE_SECONDS = 60
MOST_FILES = 100
"""That a server with one visitor has open."""

# Python imports this file first in the server; it notes what happens there in files beside it.
WITNESS = f"""
import gc, os, pathlib, socket, stat, sys, threading, time
folder = pathlib.Path(__file__).parent
collect = gc.collect

def noted_collect(*generation):
    if sys._getframe(1).f_code.co_filename.endswith("script_runner.py"):
        with (folder / "collections").open("a") as notes:
            notes.write("1")
    return collect(*generation)

def note_torch():
    end = time.monotonic() + {PATIENCE_SECONDS}
    while not hasattr(sys.modules.get("torch"), "inference_mode") and time.monotonic() < end:
        time.sleep(0.05)
    if "torch" in sys.modules:
        (folder / "torch").touch()

def internet_sockets():
    for number in range(3, {MOST_FILES}):
        try:
            is_socket = stat.S_ISSOCK(os.fstat(number).st_mode)
        except OSError:
            continue
        if is_socket:
            with socket.socket(fileno=os.dup(number)) as one:
                if one.family == socket.AF_INET:
                    yield one

def connections():
    # Of each that the server accepted, by whose it is, whether it sends at once.
    ports, others = set(), {{}}
    for one in internet_sockets():
        if one.getsockopt(socket.SOL_SOCKET, socket.SO_ACCEPTCONN):
            ports.add(one.getsockname()[1])
        else:
            at_once = one.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY) != 0
            try:
                others[one.getsockname()[1], one.getpeername()] = at_once
            except OSError:
                pass
    return {{other: at_once for (port, other), at_once in others.items() if port in ports}}

def note_connections():
    before = {{}}
    while True:
        time.sleep(0.02)
        now = connections()
        # Between two looks a new connection has become what it will be.
        for one in now.keys() & before.keys():
            with (folder / "sent").open("a") as notes:
                notes.write("at-once\\n" if now[one] else "with-delay\\n")
        before = now

class Imports:
    def find_spec(self, name, path=None, target=None):
        if name == "pandas":
            (folder / "pandas").touch()
        if name == "uvloop" and "WITHOUT_UVLOOP" in os.environ:
            raise ModuleNotFoundError(name)

if "streamlit" in " ".join(sys.orig_argv):
    gc.collect = noted_collect
    sys.meta_path.insert(0, Imports())
    for note in (note_torch, note_connections):
        threading.Thread(target=note, daemon=True).start()
"""


# The least that answers at once by our own doing; slowly enough for the witness to look twice.
SENDING_AT_ONCE = """
import time
import streamlit as st
from ui.streamlit.seams import sending_at_once

if __name__ != "__main__":
    app = st.App(__file__, lifespan=sending_at_once)
else:
    time.sleep(0.2)
"""


@contextmanager
def witnessed(folder: Path, script: Path = ROOT / "app.py", **environment: str) -> Iterator[str]:
    """A server, mostly the app's, with the witness in it; yields its address."""
    (folder / "sitecustomize.py").write_text(WITNESS, encoding="utf-8")
    paths = [str(folder), str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])]
    environment |= {"PYTHONPATH": os.pathsep.join(paths)}
    with running(script, environment=environment) as address:
        yield address


def visit(address: str, page: str = "") -> None:
    """Run the script once, as a browser's first message does, and wait until it is done."""
    with connect(address.replace("http", "ws") + "/_stcore/stream", max_size=None) as socket:
        message = BackMsg()
        message.rerun_script.query_string = ""
        message.rerun_script.page_name = page
        socket.send(message.SerializeToString())
        while True:
            received = ForwardMsg.FromString(socket.recv(timeout=PATIENCE_SECONDS))
            if received.WhichOneof("type") == "script_finished":
                return


def soon(happened) -> bool:
    end = time.monotonic() + 10
    while not happened() and time.monotonic() < end:
        time.sleep(0.05)
    return happened()


@pytest.fixture(scope="module")
def notes(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What the witness noted of a server whose pages one person visited, when torch was there."""
    folder = tmp_path_factory.mktemp("notes")
    with witnessed(folder) as address:
        if soon((folder / "torch").exists):
            (folder / "torch before the visit").touch()
        # A collection would follow each of these while the next one is answered.
        for page in ["", *page_names()[1:], ""]:
            visit(address, page)
    return folder


@pytest.fixture(scope="module")
def floor_notes(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same of a plain app, without our doing and with Streamlit's own collection."""
    folder = tmp_path_factory.mktemp("floor")
    script = ROOT / "benchmarks" / "floor_app.py"
    options = {"STREAMLIT_RUNNER_POST_SCRIPT_GC": "true", "WITHOUT_UVLOOP": "1"}
    with witnessed(folder, script, **options) as address:
        visit(address)
        soon((folder / "collections").exists)
    return folder


def ways_to_send(folder: Path) -> set[str]:
    """How the connections of a witnessed server send."""
    return set((folder / "sent").read_text().split())


def test_no_garbage_collection_follows_a_rerun(notes):
    assert not (notes / "collections").exists()


def test_the_witness_sees_streamlits_collection_where_it_is_on(floor_notes):
    """Else the test above could pass for another reason, e.g. a module that got a new name."""
    assert (floor_notes / "collections").exists()


def test_torch_is_there_before_the_first_visit(notes):
    assert (notes / "torch before the visit").exists()


def test_seam_sending_at_once(notes):
    assert ways_to_send(notes) == {"at-once"}


def test_seam_sending_at_once_where_there_is_no_uvloop(tmp_path):
    """As on Windows, or where somebody has left it out."""
    script = tmp_path / "sending.py"
    script.write_text(SENDING_AT_ONCE, encoding="utf-8")
    with witnessed(tmp_path, script, WITHOUT_UVLOOP="1") as address:
        visit(address)
        soon((tmp_path / "sent").exists)
    assert ways_to_send(tmp_path) == {"at-once"}


def test_seam_sending_at_once_is_needed_there(floor_notes):
    """Else `sending_at_once` has nothing to do any more."""
    assert ways_to_send(floor_notes) == {"with-delay"}


def test_no_page_brings_pandas_into_memory(notes):
    """With all that it needs it takes 70 MB, and nothing of ours is a table."""
    assert not (notes / "pandas").exists()
