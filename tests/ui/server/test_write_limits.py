"""How answers leave, and what becomes of one that nobody reads."""

import asyncio

import pytest
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route
from starlette.testclient import TestClient
from starlette.types import Message

from tests.own_thread import in_own_thread
from ui.server import write_limits
from ui.server.write_limits import PIECE, WriteLimits

SIZES = [0, 1, PIECE, PIECE + 1, 3 * PIECE, 10 * PIECE + 5]
SCOPE = {"type": "http", "method": "GET", "path": "/", "headers": []}


def content(size: int) -> bytes:
    return (bytes(range(251)) * (size // 251 + 1))[:size]


@pytest.mark.parametrize("size", SIZES)
def test_an_answer_arrives_whole(size: int) -> None:
    async def streamed(_: object) -> StreamingResponse:
        return StreamingResponse(iter([content(size), b"", content(size), b"end"]))

    routes = [Route("/", lambda _: Response(content(size))), Route("/streamed", streamed)]
    client = TestClient(Starlette(routes=routes, middleware=[Middleware(WriteLimits)]))
    answer = client.get("/")
    assert (answer.status_code, answer.content) == (200, content(size))
    assert answer.headers["content-length"] == str(size)
    assert client.get("/streamed").content == 2 * content(size) + b"end"


async def none() -> Message:
    await asyncio.sleep(60)
    raise AssertionError


@pytest.mark.parametrize("size", SIZES)
def test_no_piece_is_larger_than_what_may_wait(size: int) -> None:
    sent: list[Message] = []

    async def send(message: Message) -> None:
        sent.append(message)

    in_own_thread(asyncio.run, WriteLimits(Response(content(size)))(SCOPE, none, send))
    bodies = [message for message in sent if message["type"] == "http.response.body"]
    assert max(len(message["body"]) for message in bodies) <= PIECE
    assert [message.get("more_body", False) for message in bodies][-1:] == [False]
    assert all(message["more_body"] for message in bodies[:-1])


def test_who_does_not_read_gets_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    """The answer comes to its end, so that nothing of it stays in memory."""
    monkeypatch.setattr(write_limits, "LONGEST_SECONDS", 0.05)
    sent: list[int] = []

    async def send(message: Message) -> None:
        if len(sent) == 3:
            await asyncio.sleep(60)
        sent.append(len(message.get("body", b"")))

    answer = StreamingResponse(iter([content(5 * PIECE)] * 3))
    in_own_thread(asyncio.run, WriteLimits(answer)(SCOPE, none, send))
    assert sent == [0, PIECE, PIECE]


def test_a_websocket_is_left_alone() -> None:
    seen = []

    async def app(*asked: object) -> None:
        seen.append(asked)

    asked = ({"type": "websocket"}, none, none)
    in_own_thread(asyncio.run, WriteLimits(app)(*asked))
    assert seen == [asked]
