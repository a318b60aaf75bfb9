"""What becomes of connections that ask for nothing, or read nothing."""

import asyncio
import socket
import threading
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import ExitStack, contextmanager, suppress
from importlib.util import find_spec
from types import SimpleNamespace
from typing import Any

import pytest
import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response, StreamingResponse
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket
from websockets.sync.client import connect

from ui.server import connections
from ui.server.connections import (
    LARGEST_MESSAGE,
    READ_SECONDS,
    REQUEST_SECONDS,
    Connections,
    watched,
)
from ui.server.ending import ENDING

pytestmark = pytest.mark.thorough

PATIENCE_SECONDS = 30
LOOPS = ["asyncio", *(["uvloop"] if find_spec("uvloop") else [])]
ASKED = b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"


class Transport:
    """One end of a connection, by hand."""

    def __init__(self, client: str) -> None:
        self.client, self.unread, self.is_open = client, 0, True
        self.protocol: Any = None

    def get_protocol(self) -> Any:
        return self.protocol

    def get_write_buffer_size(self) -> int:
        return self.unread

    def get_extra_info(self, name: str) -> tuple[str, int]:
        return self.client, 50_000

    def is_closing(self) -> bool:
        return not self.is_open

    def abort(self) -> None:
        self.is_open, self.unread = False, 0


class Story:
    """Connections over a time that passes when it is told to."""

    def __init__(self, most: int | None = None) -> None:
        self.now = 0.0
        self.connections = Connections(most, clock=lambda: self.now)

    def connection(self, client: str = "203.0.113.5", cycle: Any = None) -> Any:
        transport = Transport(client)
        made = SimpleNamespace(transport=transport, cycle=cycle, config=None)
        transport.protocol = made
        return self.connections.made_by(lambda: made)()

    def pass_by(self, seconds: float) -> None:
        for _ in range(round(seconds)):
            self.now += 1
            self.connections.look()


BUSY = SimpleNamespace(response_complete=False)
DONE = SimpleNamespace(response_complete=True)


@pytest.mark.parametrize("cycle", [None, DONE])
def test_who_never_finishes_a_request_is_let_go(cycle: Any) -> None:
    """The first one or, over a connection that stays, the next one."""
    story = Story()
    one = story.connection(cycle=cycle)
    story.pass_by(REQUEST_SECONDS)
    assert one.transport.is_open
    story.pass_by(2)
    assert not one.transport.is_open


def test_who_is_answered_or_has_a_websocket_stays() -> None:
    story = Story()
    answered, talking = story.connection(cycle=BUSY), story.connection()
    talking.transport.protocol = SimpleNamespace()
    story.pass_by(10 * REQUEST_SECONDS)
    assert answered.transport.is_open
    assert talking.transport.is_open
    answered.cycle = DONE
    story.pass_by(REQUEST_SECONDS - 1)
    answered.cycle = BUSY
    story.pass_by(2)
    answered.cycle = DONE
    story.pass_by(REQUEST_SECONDS - 1)
    assert answered.transport.is_open


def test_who_reads_nothing_is_let_go_and_who_reads_slowly_stays() -> None:
    story = Story()
    slow, still = story.connection(cycle=BUSY), story.connection(cycle=BUSY)
    slow.transport.unread = still.transport.unread = 1_000
    for _ in range(5):
        slow.transport.unread -= 1
        story.pass_by(READ_SECONDS - 1)
    assert slow.transport.is_open
    assert not still.transport.is_open


def test_what_is_unread_when_a_connection_is_closed_does_not_stay_for_ever() -> None:
    story = Story()
    one = story.connection(cycle=DONE)
    one.transport.unread, one.transport.is_open = 1_000, False
    story.pass_by(READ_SECONDS + 2)
    assert not one.transport.unread


def test_of_too_many_the_client_with_most_loses_what_asks_for_nothing() -> None:
    story = Story(20)
    first = [story.connection("203.0.113.9") for _ in range(3)]
    busy = [story.connection("203.0.113.5", BUSY) for _ in range(5)]
    idle = []
    for _ in range(12):
        story.now += 0.01
        idle.append(story.connection("203.0.113.5"))
    story.connections.look()
    assert all(one.transport.is_open for one in first + busy + idle)
    idle.append(story.connection("203.0.113.5"))
    assert all(one.transport.is_open for one in first + busy)
    assert [one.transport.is_open for one in idle] == [False] * 3 + [True] * 10


# With uvicorn itself, whose protocols say what a connection does


async def large(request: Request) -> Response:
    return Response(b"x" * 50_000_000)


async def talk(socket: WebSocket) -> None:
    await socket.accept()
    with suppress(Exception):
        while True:
            await socket.send_text(str(len(await socket.receive_text())))


async def stay(request: Request) -> Response:
    """A stream that has nothing more to say."""

    async def said() -> AsyncIterator[bytes]:
        yield b"begun"
        with suppress(TimeoutError):
            async with ENDING.patience(PATIENCE_SECONDS):
                await asyncio.Event().wait()

    return StreamingResponse(said())


ROUTES = [
    Route("/stay", stay),
    Route("/", lambda request: PlainTextResponse("here")),
    Route("/large", large),
    WebSocketRoute("/talk", talk),
]


@contextmanager
def serving(loop: str) -> Iterator[int]:
    """uvicorn with our lifespan in a thread; yields its port."""
    listener = socket.socket()
    listener.bind(("127.0.0.1", 0))
    listener.listen()
    app = Starlette(routes=ROUTES, lifespan=watched)
    config = uvicorn.Config(app, loop=loop, log_level="critical", ws="websockets-sansio")
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
    thread.start()
    try:
        yield listener.getsockname()[1]
    finally:
        server.should_exit = True
        thread.join()
        listener.close()


@pytest.mark.parametrize("loop", LOOPS)
def test_what_is_kept_open_ends_with_the_server_and_its_answer_is_whole(loop: str) -> None:
    with serving(loop) as port:
        one = socket.create_connection(("127.0.0.1", port))
        one.settimeout(PATIENCE_SECONDS)
        one.sendall(b"GET /stay HTTP/1.1\r\nHost: localhost\r\n\r\n")
        while b"begun" not in one.recv(1_000):
            pass
        asked = time.monotonic()
    assert time.monotonic() - asked < PATIENCE_SECONDS / 10
    # The last chunk of an answer that was not cut.
    assert one.recv(1_000).endswith(b"0\r\n\r\n")
    with serving(loop) as port, socket.create_connection(("127.0.0.1", port)) as another:
        another.sendall(ASKED)
        assert another.recv(1_000)
        assert not ENDING.has_begun


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "LOOK_SECONDS", 0.02)
    monkeypatch.setattr(connections, "REQUEST_SECONDS", 0.2)
    monkeypatch.setattr(connections, "READ_SECONDS", 0.5)


def is_closed(one: socket.socket) -> bool:
    """Whether the server closes a connection while one waits."""
    one.settimeout(PATIENCE_SECONDS)
    try:
        while one.recv(1_000_000):
            pass
    except TimeoutError:
        return False
    except ConnectionError:
        return True
    return True


@pytest.mark.parametrize("loop", LOOPS)
@pytest.mark.parametrize("sent", [b"", b"GET / HTTP/1.1\r\nHost: loc", ASKED + b"GET /"])
def test_a_server_closes_a_connection_whose_request_never_ends(
    loop: str, sent: bytes, impatient: None
) -> None:
    with serving(loop) as port, socket.create_connection(("127.0.0.1", port)) as one:
        one.sendall(sent)
        assert is_closed(one)


@pytest.mark.parametrize("loop", LOOPS)
def test_a_server_lets_go_of_who_reads_nothing(loop: str, impatient: None) -> None:
    with serving(loop) as port, socket.create_connection(("127.0.0.1", port)) as one:
        one.sendall(ASKED.replace(b"/ ", b"/large ", 1))
        time.sleep(2)
        with pytest.raises(ConnectionError):
            for _ in range(200):
                one.sendall(b"x")
                time.sleep(0.05)


@pytest.mark.parametrize("loop", LOOPS)
def test_a_websocket_that_says_nothing_stays_and_takes_no_message_without_end(
    loop: str, impatient: None
) -> None:
    with serving(loop) as port, ExitStack() as open_ones:
        one = open_ones.enter_context(connect(f"ws://127.0.0.1:{port}/talk", max_size=None))
        time.sleep(1)
        one.send("x" * LARGEST_MESSAGE)
        assert one.recv(timeout=PATIENCE_SECONDS) == str(LARGEST_MESSAGE)
        with pytest.raises(Exception, match="1009"):
            one.send("x" * (LARGEST_MESSAGE + 1))
            one.recv(timeout=PATIENCE_SECONDS)
