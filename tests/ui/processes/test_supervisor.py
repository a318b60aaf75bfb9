"""Several processes at one address: real ones, with the real proxy."""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psutil
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from benchmarks.changes import opening
from benchmarks.crowd import Crowd
from benchmarks.opened import drawn, header, is_last
from benchmarks.server import free_port, is_healthy
from tests.own_thread import in_own_thread
from ui.processes.child import Child
from ui.processes.proxy import COOKIE

ROOT = Path(__file__).parents[3]
PATIENCE_SECONDS = 90
COMMAND = [sys.executable, "-m", "ui.shell.command"]

with_proxy = pytest.mark.skipif(shutil.which("haproxy") is None, reason="haproxy is not installed")


def until(holds: Callable[[], Any], what: str, seconds: float = PATIENCE_SECONDS) -> Any:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        found = holds()
        if found:
            return found
        time.sleep(0.1)
    raise AssertionError(f"never: {what}")


@dataclass
class Served:
    process: psutil.Process
    port: int

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def apps(self) -> dict[str, psutil.Process]:
        """The processes by the port that the proxy's file has for their names."""
        by_port = {}
        for child in self.process.children():
            # One that has just ended has no command any more.
            with suppress(psutil.NoSuchProcess):
                found = re.search(r"--server\.port=(\d+)", " ".join(child.cmdline()))
                if found:
                    by_port[found[1]] = child
        servers = re.findall(r"server (app-\d) 127\.0\.0\.1:(\d+) ", self.configuration())
        return {name: by_port[port] for name, port in servers if port in by_port}

    def configuration(self) -> str:
        (proxy,) = [one for one in self.process.children() if "haproxy" in one.name()]
        return Path(proxy.cmdline()[-1]).read_text()


def everything(process: psutil.Process) -> list[psutil.Process]:
    return [process, *process.children(recursive=True)]


@pytest.fixture(scope="module")
def served() -> Iterator[Served]:
    port = free_port()
    command = [*COMMAND, "--processes", "2", "--server.port", str(port)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            line = process.stdout.readline()
            assert line == f"Attention Workbench, 2 processes: http://127.0.0.1:{port}\n"
            yield Served(psutil.Process(process.pid), port)
        finally:
            process.terminate()
            process.wait(30)


@dataclass
class Visitor:
    """A browser's websocket, and the cookie that it keeps."""

    socket: ClientConnection
    process: str

    @classmethod
    def come(cls, served: Served, process: str = "") -> "Visitor":
        socket = connect(
            f"ws://127.0.0.1:{served.port}/_stcore/stream",
            origin=served.address,
            subprotocols=["streamlit"],
            additional_headers={"Cookie": f"{COOKIE}={process}"} if process else {},
            max_size=None,
            ping_interval=None,
            open_timeout=30,
        )
        given = cookie_in(socket.response.headers.get_all("Set-Cookie"))
        return cls(socket, given or process)

    def draw(self, number: int) -> dict[str, Any]:
        """Open a page whose state is in the address; return the header of its answer."""
        from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

        _, message = opening("attention", "en", number)
        self.socket.send(message)
        messages: list[Any] = []
        while not messages or not is_last(messages[-1]):
            messages.append(ForwardMsg.FromString(self.socket.recv(PATIENCE_SECONDS)))
        return {key: value for key, value in header(drawn(messages)).items() if key != "session"}

    def is_closed(self) -> bool:
        try:
            while True:
                self.socket.recv(timeout=0)
        except TimeoutError:
            return False
        except ConnectionClosed:
            return True


def cookie_in(headers: list[str]) -> str:
    found = re.search(rf"{COOKIE}=([^;]+)", " ".join(headers))
    return found[1] if found else ""


def asked(url: str, cookie: str = "", body: bytes | None = None) -> tuple[int, str]:
    """The status of an answer, and the process that its cookie names if it sets one."""
    request = urllib.request.Request(url, body)
    if cookie:
        request.add_header("Cookie", f"{COOKIE}={cookie}")
    try:
        with urllib.request.urlopen(request, timeout=PATIENCE_SECONDS) as answer:
            return answer.status, cookie_in(answer.headers.get_all("Set-Cookie") or [])
    except urllib.error.HTTPError as error:
        return error.code, cookie_in(error.headers.get_all("Set-Cookie") or [])


@pytest.mark.thorough
@with_proxy
def test_visitors_are_shared_out_and_stay_where_they_are(served: Served) -> None:
    with ExitStack() as stack:
        visitors = [Visitor.come(served) for _ in range(6)]
        for one in visitors:
            stack.enter_context(one.socket)
        assert sorted(one.process for one in visitors) == ["app-1"] * 3 + ["app-2"] * 3
        for one in visitors:
            for path in ("/attention", "/_stcore/health"):
                assert asked(served.address + path, one.process) == (200, "")


@pytest.mark.thorough
@with_proxy
def test_pages_answer_through_the_proxy_as_they_do_without(served: Served) -> None:
    crowd = Crowd.of(6, [served.address], ["attention", "masks", "overview"], 1.0)

    async def visit() -> None:
        await crowd.open(3)
        await crowd.act(3)
        await crowd.close()

    in_own_thread(_run, visit)
    assert not crowd.errors
    assert len(crowd.here) == 6 and sum(map(len, crowd.answers.values())) >= 6


def _run(visit: Callable[[], Any]) -> None:
    import asyncio

    asyncio.run(visit())


@pytest.mark.thorough
@with_proxy
@pytest.mark.parametrize("size", [10, 100_000, 200_000])
def test_what_is_sent_arrives_whatever_its_size(served: Served, size: int) -> None:
    """The app refuses it: with the same words as without the proxy."""
    body = json.dumps({"setting": "x" * size}).encode()
    own = re.findall(r"127\.0\.0\.1:(\d+) cookie", served.configuration())
    path = "/answer/attention?lang=en"
    direct = asked(f"http://127.0.0.1:{own[0]}{path}", body=body)
    through = asked(served.address + path, "app-1", body)
    assert 400 <= direct[0] < 500 and through[0] == direct[0]


@pytest.mark.thorough
@with_proxy
def test_all_processes_have_one_key_of_cookies_and_one_training_cluster(served: Served) -> None:
    one, other = (app.environ() for app in served.apps().values())
    for name in ("STREAMLIT_SERVER_COOKIE_SECRET", "WORKBENCH_CLUSTER"):
        assert one[name] == other[name] != ""
    assert len(one["STREAMLIT_SERVER_COOKIE_SECRET"]) == 64
    keys = Path(one["DASK_DISTRIBUTED__COMM__TLS__CLIENT__KEY"])
    assert keys.parent.stat().st_mode & 0o077 == 0, "no other user reads the key"
    reach = "from ui.runs.cluster import Cluster; one = Cluster(); print(one.threads); one.close()"
    run = [sys.executable, "-c", reach]
    reached = subprocess.run(run, env=one, cwd=ROOT, capture_output=True, text=True, timeout=90)
    assert reached.stdout == "2\n", reached.stderr
    without = {name: value for name, value in one.items() if not name.startswith("DASK_D")}
    stranger = f"from distributed import Client; Client({one['WORKBENCH_CLUSTER']!r}, timeout=3)"
    run = [sys.executable, "-c", stranger]
    refused = subprocess.run(run, env=without, cwd=ROOT, capture_output=True, text=True, timeout=60)
    assert refused.returncode == 1, "without the key"


@pytest.mark.thorough
@with_proxy
def test_a_training_cluster_that_dies_is_started_again_where_it_was(served: Served) -> None:
    """At the same address and with the same key: each process connects to it again."""

    def cluster() -> psutil.Process | None:
        for one in served.process.children():
            # One that was killed has no command any more.
            with suppress(psutil.NoSuchProcess):
                if "ui.runs.local_cluster" in one.cmdline():
                    return one
        return None

    (one, _) = (app.environ() for app in served.apps().values())
    reach = (
        "from ui.runs.cluster import Cluster; one = Cluster(); print(one.threads, flush=True);"
        "input(); one.client().wait_for_workers(2, timeout=60);"
        "print(one.submit(abs, -7).result(timeout=60)); one.close()"
    )
    before = cluster()
    assert before is not None
    command = [sys.executable, "-c", reach]
    with subprocess.Popen(
        command, env=one, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as client:
        assert client.stdout is not None and client.stdin is not None
        assert client.stdout.readline() == "2\n"
        children = before.children(recursive=True)
        before.kill()
        started = until(lambda: cluster() not in (None, before) and cluster(), "it is started", 20)
        assert not psutil.wait_procs(children, timeout=20)[1], "its workers end with it"
        print("go", file=client.stdin, flush=True)
        assert client.stdout.readline() == "7\n", "runs are computed again"
    assert client.returncode == 0 and cluster() == started


@pytest.mark.thorough
@with_proxy
def test_who_was_on_a_killed_process_goes_on_on_another(served: Served) -> None:
    with ExitStack() as stack:
        visitors = [Visitor.come(served, name) for name in ("app-1", "app-2", "app-1")]
        for one in visitors:
            stack.enter_context(one.socket)
        lost, kept, also_lost = visitors
        before = lost.draw(3)
        assert kept.draw(4) != before
        killed = served.apps()["app-1"]
        killed.kill()
        until(lambda: lost.is_closed() and also_lost.is_closed(), "the websocket is closed", 10)
        assert not kept.is_closed(), "nobody else is affected"
        # At once, before any check of the proxy, as a browser does it: with the old cookie.
        again = Visitor.come(served, "app-1")
        stack.enter_context(again.socket)
        assert again.process == "app-2"
        assert again.draw(3) == before, "the state is in the address"
        assert asked(f"{served.address}/attention", "app-1")[0] == 200
        started = until(lambda: served.apps().get("app-1"), "it is started again")
        assert started.pid != killed.pid
        until(
            lambda: asked(f"{served.address}/attention", "app-1") == (200, ""), "it answers again"
        )
        assert not kept.is_closed() and not again.is_closed()


@pytest.mark.thorough
@with_proxy
def test_all_end_together_and_leave_nothing() -> None:
    """After SIGTERM in order; if the one that started them is killed, they end, too."""
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGKILL):
        port = free_port()
        command = [*COMMAND, "--processes", "2", "--server.port", str(port)]
        with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout is not None and process.stdout.readline()
            served = Served(psutil.Process(process.pid), port)
            mine = everything(served.process)
            own = {Path(one).parent for child in served.process.children()
                   for one in child.cmdline() if one.endswith("haproxy.cfg")}  # fmt: skip
            os.kill(process.pid, number)
            code = process.wait(40)
        assert code == (-9 if number == signal.SIGKILL else 0)
        _, alive = psutil.wait_procs(mine[1:], timeout=20)
        assert not alive, number
        assert not is_healthy(f"http://127.0.0.1:{port}")
        if number == signal.SIGKILL:
            for one in own:
                shutil.rmtree(one)
        assert own and not any(one.exists() for one in own)


def ran(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*COMMAND, *arguments],
        cwd=ROOT,
        env=os.environ | environment,
        capture_output=True,
        text=True,
        timeout=PATIENCE_SECONDS,
    )


@pytest.mark.thorough
@with_proxy
def test_which_process_cannot_start_is_said_with_its_reason() -> None:
    port = str(free_port())
    failed = ran("--processes", "2", "--server.port", port, "--no-such-option", "1")
    assert failed.returncode == 1 and failed.stdout == ""
    assert "app-1 ended with exit status 2." in failed.stderr
    assert "No such option" in failed.stderr.split("app-1 ended")[1]
    assert "Traceback" not in failed.stderr


@with_proxy
def test_an_address_that_is_taken_is_said_before_anything_starts(served_port: int) -> None:
    place = ("--server.port", str(served_port))
    failed = ran("--processes", "2", *place, WORKBENCH_CLUSTER="tcp://127.0.0.1:1")
    assert failed.returncode == 1
    assert failed.stderr.startswith(f"127.0.0.1:{served_port} cannot be used: ")


@pytest.fixture
def served_port() -> Iterator[int]:
    import socket

    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen()
        yield listener.getsockname()[1]


@pytest.mark.parametrize(
    "arguments",
    [("--processes", "0"), ("--processes", "65"), ("--processes", "many"),
     ("--processes", "2", "--server.sslCertFile=a"),
     ("--processes", "2", "--server.baseUrlPath", "a")],
)  # fmt: skip
def test_what_does_not_go_is_refused(arguments: tuple[str, ...]) -> None:
    failed = ran(*arguments)
    assert failed.returncode == 2 and "--processes" in failed.stderr


@pytest.mark.thorough
def test_a_process_that_ends_is_started_again_after_longer_and_longer_pauses() -> None:
    child = Child("app-1", [sys.executable, "-c", "import sys; sys.exit('why')"], {**os.environ})
    child.start()
    starts = []
    end = time.monotonic() + 3
    while time.monotonic() < end:
        until(lambda: child.has_ended, "it ends", 10)
        before = child._pauses._started
        child.keep()
        if child._pauses._started != before:
            starts.append(child._pauses._started)
    assert len(starts) == 1, "at once, and then not before four seconds have passed"
    assert child.why() == "app-1 ended with exit status 1.\nwhy\nwhy"
