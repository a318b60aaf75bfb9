"""Where the browser asks: what it may send, and what it gets."""

import gzip
import json
import threading
from pathlib import Path

import anyio
import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.testclient import TestClient
from starlette.types import Message, Receive

from tests.own_thread import in_own_thread
from tests.pages.answers import Asked
from ui.answer import route
from ui.answer.admission import ANSWERS, FILES, Admission
from ui.answer.page_handler import PageHandler
from ui.answer.route import LONGEST_REQUEST, PLOTLY, ROUTES, address_of, respond
from ui.server.scripts import ROUTES as SCRIPTS
from ui.server.scripts import preloads, script_address, scripts
from ui.server.shares import Shares
from ui.share.route import KINDS
from ui.share.route import ROUTES as SHARES

client = TestClient(Starlette(routes=ROUTES + SCRIPTS))
share = TestClient(Starlette(routes=SHARES))


def body(**more: object) -> str:
    setting = Asked("masks").setting.to_json()
    return json.dumps({"setting": setting, "selection": {"pin": "", "trail": ""}} | more)


def test_a_setting_is_answered() -> None:
    answer = client.post(address_of("masks", "ko"), content=body())
    assert answer.status_code == 200
    assert "룩어헤드" in answer.content.decode(errors="ignore")


@pytest.mark.parametrize(
    "content",
    [
        *(
            b"",
            b"{}",
            b"[]",
            b"null",
            b"1",
            b'"x"',
            b"\xff",
            b"[" * 5000,
            body(setting={"seed": 1}),
        ),
        *(
            body(do={"pin": "\ud800"}),
            body(do={"pin": "."}).encode().replace(b'"."', b'"\xed\xa0\x80"'),
        ),
        body().encode("utf-16"),
    ],
)
def test_what_is_no_setting_is_refused(content: bytes | str) -> None:
    assert client.post(address_of("masks", "en"), content=content).status_code == 400


def test_an_unknown_page_or_language_is_refused() -> None:
    assert client.post(address_of("no_page", "en"), content=body()).status_code == 400
    assert client.post(address_of("masks", "xx"), content=body()).status_code == 400


def test_a_body_that_is_too_long_is_refused_before_it_is_read_to_its_end() -> None:
    sent = []

    def pieces():
        for _ in range(1000):
            sent.append(1)
            yield b" " * 10_000

    assert client.post(address_of("masks", "en"), content=pieces()).status_code == 413
    assert client.post(address_of("masks", "en"), content=b" " * LONGEST_REQUEST).status_code == 400


def test_a_length_that_is_too_long_is_refused_before_anything_is_read() -> None:
    def pieces():
        raise AssertionError("was read")
        yield b""

    length = {"content-length": "1000000000"}
    answer = client.post(address_of("masks", "en"), content=pieces(), headers=length)
    assert answer.status_code == 413


@pytest.mark.parametrize("method", ["GET", "HEAD", "PUT", "DELETE", "OPTIONS", "FOO"])
def test_any_other_way_of_asking_is_refused_and_told_which_is_right(method: str) -> None:
    answer = client.request(method, address_of("masks", "en"), content=body())
    assert (answer.status_code, answer.headers["allow"]) == (405, "POST")


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 200),
        ({"sec-fetch-site": "same-origin"}, 200),
        ({"sec-fetch-site": "cross-site"}, 403),
        ({"sec-fetch-site": "same-site"}, 403),
        ({"origin": "http://testserver"}, 200),
        ({"origin": "http://elsewhere.example"}, 403),
        ({"origin": "null"}, 403),
        ({"origin": "https://workbench.example", "x-forwarded-host": "workbench.example"}, 200),
    ],
)
def test_only_the_pages_of_this_server_are_answered(headers: dict, status: int) -> None:
    answer = client.post(address_of("masks", "en"), content=body(), headers=headers)
    assert answer.status_code == status


def test_a_request_that_never_ends_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(route, "LONGEST_SECONDS", 0.05)

    async def never() -> Message:
        await anyio.sleep(60)
        raise AssertionError

    assert in_own_thread(anyio.run, status_of, never) == 408


def test_who_goes_away_while_asking_is_no_fault_of_ours() -> None:
    async def gone() -> Message:
        return {"type": "http.disconnect"}

    assert in_own_thread(anyio.run, status_of, gone) == 400


async def status_of(receive: Receive) -> int:
    scope = {
        "type": "http",
        "method": "POST",
        "path": "/",
        "query_string": b"",
        "headers": [],
        "path_params": {"name": "masks"},
    }
    sent: list[Message] = []

    async def send(message: Message) -> None:
        sent.append(message)

    await route.ROUTES[0].endpoint(scope, receive, send)
    return int(sent[0]["status"])


def test_a_fault_of_ours_is_written_down_once_and_says_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    written: list[object] = []

    def fail(*_: object) -> None:
        raise ZeroDivisionError("a secret")

    monkeypatch.setattr(PageHandler, "answered", fail)
    monkeypatch.setattr(route, "_logged", set())
    monkeypatch.setattr(route.LOGGER, "error", lambda *text, **how: written.append(text))
    for _ in range(3):
        answer = client.post(address_of("masks", "en"), content=body())
        assert (answer.status_code, answer.content) == (500, b"")
    assert len(written) == 1


class Clients:
    """Requests of several clients to one page, which compute until they are let go."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, admission: Admission) -> None:
        self.computed: list[str] = []
        self.statuses: dict[str, int] = {}
        self._go_on = threading.Semaphore(0)
        self._admission = admission
        monkeypatch.setattr(route, "LONGEST_SECONDS", 60)

    def _answer(self, handler: PageHandler, body: bytes) -> bytes:
        self.computed.append(body.decode())
        self._go_on.acquire(timeout=30)
        return body

    async def ask(self, *names: str) -> None:
        """`names` are a client's letter and a number of the request."""
        for name in names:
            self._tasks.start_soon(self._asked, name)
            await anyio.sleep(0.01)

    async def _asked(self, name: str) -> None:
        scope = {
            "type": "http",
            "method": "POST",
            "path": "/",
            "query_string": b"",
            "headers": [],
            "path_params": {"name": "masks"},
            "client": (name[0], 1),
        }
        bodies = [{"type": "http.request", "body": name.encode(), "more_body": False}]

        async def receive() -> Message:
            if bodies:
                return bodies.pop()
            await anyio.sleep(60)
            raise AssertionError

        async def send(message: Message) -> None:
            self.statuses.setdefault(name, message.get("status", 0))

        request = Request(scope, receive)
        await respond(request, send, self._answer, route.kept_by_nobody, admission=self._admission)

    async def finish(self, count: int) -> None:
        for _ in range(count):
            self._go_on.release()
            await anyio.sleep(0.02)

    def run(self, *waves: tuple[str, ...]) -> None:
        async def story() -> None:
            async with anyio.create_task_group() as self._tasks:
                for wave in waves:
                    await self.ask(*wave)
                await self.finish(sum(map(len, waves)))

        in_own_thread(anyio.run, story)


def test_so_many_wait_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    clients = Clients(monkeypatch, Admission(Shares(1, 2), Shares(100, 100), 1))
    clients.run(("a0", "a1", "a2", "a3", "b0"))
    assert clients.statuses == {"a0": 200, "a1": 200, "b0": 200, "a2": 503, "a3": 503}


def test_whoever_asks_beside_a_flood_is_answered_next(monkeypatch: pytest.MonkeyPatch) -> None:
    flood = tuple(f"a{place}" for place in range(20))
    clients = Clients(monkeypatch, Admission(Shares(2, 300), Shares(100, 300), 1))
    clients.run(flood, ("b0", "b1"))
    assert "b0" in clients.computed[:3]
    assert "b1" in clients.computed[:6]
    assert set(clients.statuses.values()) == {200}


def test_a_whole_class_behind_one_address_is_answered_in_its_order(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    students = tuple(f"a{place}" for place in range(60))
    clients = Clients(monkeypatch, Admission(Shares(1, 300), Shares(10_000, 300, spares=True), 100))
    clients.run(students)
    assert clients.computed == list(students)
    assert set(clients.statuses.values()) == {200}


@pytest.mark.parametrize("admission", [ANSWERS, FILES])
def test_nothing_is_held_when_all_is_answered(admission: Admission) -> None:
    free = admission.turns.free, admission.memory.free
    for kind in KINDS:
        client.post(address_of("masks", "en"), content=body())
        share.post(f"/share/masks/{kind}?lang=en", content=body(link="", matrix="look_ahead"))
    assert (admission.turns.free, admission.memory.free) == free


def test_plotly_comes_from_the_app_itself_and_stays_in_the_browser() -> None:
    answer = client.get(PLOTLY)
    assert answer.status_code == 200
    assert "immutable" in answer.headers["cache-control"]
    assert b"plotly.js v" in answer.content[:400]
    assert len(gzip.compress(answer.content)) < 2_000_000


def test_every_module_is_served_as_it_is() -> None:
    for path, script in scripts().items():
        answer = client.get(script_address(path))
        assert answer.content == script
        kind = {".css": "text/css", ".html": "text/plain"}.get(Path(path).suffix, "text/javascript")
        assert answer.headers["content-type"].startswith(kind)


def test_nothing_else_is_served_there() -> None:
    for path in ("ui/answer/route.py", "../pyproject.toml", "app.py", ""):
        assert client.get(script_address(path)).status_code == 404


def test_what_is_loaded_ahead_is_there() -> None:
    assert preloads()
    for path in preloads():
        assert client.get(path).status_code == 200
