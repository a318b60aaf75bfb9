"""Several servers of one machine share the process of a model, and nobody else finds it."""

import json
import os
import secrets
import signal
import stat
import subprocess
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from multiprocessing import AuthenticationError
from multiprocessing.connection import Client
from pathlib import Path
from typing import Any

import psutil
import pytest

from tests.ui.models.forking import Forking
from ui.models import process
from ui.models.meeting import Meeting
from ui.models.process import ask, meet

pytestmark = pytest.mark.thorough

SECONDS = 60
MODEL = """
import os
import ui.models.child as child
from ui.models.attentions import Attentions

class Model:
    name = "m"
    def about(self):
        return {"limit": 3}
    def look(self, sentence, target, languages):
        return Attentions(source=tuple(sentence.split()))

child.open_folder = child.read_model = lambda *_: Model()
child.main()
"""
"""A process with a model that takes no time to read."""
SERVER = f"""
import json, sys
from ui.models.meeting import Meeting
from ui.models.process import ask, meet

def opened():
    peer = meet(Meeting.of(sys.argv[1]), "m", sys.argv[2:])
    ask(peer, "m", {{"folder": ".", "name": "m", "memory": 1 << 33}}, {SECONDS})
    return peer

for line in sys.stdin:
    if line == "open\\n":
        peer = opened()
        print(json.dumps(peer.pid), flush=True)
    else:
        answer = ask(peer, "m", {{"sentence": line, "target": None}}, {SECONDS})
        print(json.dumps(answer.values["source"]), flush=True)
"""


class Server:
    """A process behind the same proxy as others."""

    def __init__(self, process: "subprocess.Popen[str]") -> None:
        self._process = process

    def send(self, asked: str) -> None:
        self._process.stdin.write(f"{asked}\n")
        self._process.stdin.flush()

    def next_line(self) -> Any:
        return json.loads(self._process.stdout.readline())

    def ask(self, asked: str) -> Any:
        self.send(asked)
        return self.next_line()

    def kill(self) -> None:
        self._process.kill()
        self._process.wait()


@contextmanager
def servers(number: int, forked: Forking) -> Iterator[list[Server]]:
    command = (*forked.command(SERVER), secrets.token_hex(8), *forked.command(MODEL))
    with ExitStack() as stack:
        processes = [
            stack.enter_context(
                subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
            )
            for _ in range(number)
        ]
        yield [Server(process) for process in processes]
        for process in processes:
            process.stdin.close()


def wait_for_the_end_of(pid: int) -> None:
    end = time.monotonic() + SECONDS
    while psutil.pid_exists(pid):
        assert time.monotonic() < end
        time.sleep(0.02)


@pytest.mark.thorough
def test_all_servers_of_a_machine_share_one_process_of_a_model(forked: Forking) -> None:
    """It outlives the one that started it, is replaced after a crash, and ends with the last."""
    with servers(2, forked) as (first, second):
        first.send("open")
        pid = first.next_line()
        assert second.ask("open") == pid
        first.send("the cat sat")
        second.send("a dog")
        assert (first.next_line(), second.next_line()) == (["the", "cat", "sat"], ["a", "dog"])
        first.kill()
        assert second.ask("the cat") == ["the", "cat"]
        os.kill(pid, signal.SIGKILL)
        wait_for_the_end_of(pid)
        pid = second.ask("open")
        assert second.ask("hello") == ["hello"]
    wait_for_the_end_of(pid)


@pytest.fixture
def meeting() -> Meeting:
    return Meeting.of("test", secrets.token_hex(8))


@pytest.fixture
def command(forked: Forking) -> list[str]:
    """Of a process with a model that takes no time to read."""
    return forked.command(MODEL)


def test_servers_that_come_at_once_start_one_process(
    meeting: Meeting, command: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    start, starts = process._started, []
    monkeypatch.setattr(process, "_started", lambda *asked: (starts.append(1), start(*asked))[1])
    with ThreadPoolExecutor(4) as people:
        peers = list(people.map(lambda _: meet(meeting, "m", command), range(4)))
    assert len(starts) == len({peer.pid for peer in peers}) == 1
    for peer in peers:
        peer.connection.close()


def test_who_comes_while_it_ends_gets_one_that_answers(
    meeting: Meeting, command: list[str]
) -> None:
    for _ in range(4):
        peer = meet(meeting, "m", command)
        question = {"folder": ".", "name": "m", "memory": 1 << 33}
        assert ask(peer, "m", question, SECONDS).values == {"limit": 3}
        peer.connection.close()


def test_without_the_key_nobody_is_answered(meeting: Meeting, command: list[str]) -> None:
    peer = meet(meeting, "m", command)
    with pytest.raises(AuthenticationError):
        Client(meeting.address, authkey=b"another")
    question = {"folder": ".", "name": "m", "memory": 1 << 33}
    assert ask(peer, "m", question, SECONDS).values == {"limit": 3}
    peer.connection.close()


def test_another_model_and_another_version_of_one_have_places_of_their_own():
    names = {Meeting.of(Path("a"), (1,)).name, Meeting.of(Path("b"), (1,)).name}
    names |= {Meeting.of(Path("a"), (2,)).name, Meeting.of(Path("a"), (1,)).name}
    assert len(names) == 3


def test_nobody_else_can_open_the_folder():
    found = Meeting.of("m").folder.stat()
    assert stat.S_IMODE(found.st_mode) == 0o700
    assert found.st_uid == os.getuid()


def test_a_folder_that_others_can_open_is_not_used(tmp_path, monkeypatch):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    first = Meeting.of("m").folder
    assert Meeting.of("m").folder == first
    first.chmod(0o755)
    other = Meeting.of("m").folder
    assert other != first
    assert stat.S_IMODE(other.stat().st_mode) == 0o700


def test_a_link_to_somewhere_else_is_not_followed(tmp_path, monkeypatch):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    own = Meeting.of("m").folder
    elsewhere = own.rename(tmp_path / "elsewhere")
    own.symlink_to(elsewhere)
    assert Meeting.of("m").folder not in (own, elsewhere)
