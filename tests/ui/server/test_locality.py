"""Whether a server is for its own machine alone."""

from threading import Event

import anyio
import pytest
from streamlit import config

from tests.own_thread import in_own_thread
from ui.server import locality
from ui.server.locality import (
    RemoteRequestWatcher,
    comes_from_beyond,
    is_loopback,
    serves_own_machine_only,
)


@pytest.fixture(autouse=True)
def nobody_yet(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(locality, "_others_came", Event())


def scope(client: str = "127.0.0.1", kind: str = "http", **headers: str) -> dict:
    values = {"host": "localhost:8501"} | {name.replace("_", "-"): v for name, v in headers.items()}
    pairs = [(name.encode(), value.encode()) for name, value in values.items() if value]
    return {"type": kind, "client": (client, 50_000), "headers": pairs}


@pytest.mark.parametrize(
    "host",
    [
        "localhost",
        "localhost:8501",
        "127.0.0.1",
        "127.0.0.1:80",
        "127.9.9.9",
        "::1",
        "[::1]:8501",
        "me.localhost",
    ],
)
def test_this_machine_is_known_by_its_names(host: str) -> None:
    assert is_loopback(host)


@pytest.mark.parametrize(
    "host",
    [
        "0.0.0.0",
        "192.168.1.4:8501",
        "school.example",
        "localhost.school.example",
        "::",
        "",
        "[",
        "127.0.0.1.school.example",
        "fe80::1",
    ],
)
def test_any_other_name_is_not_this_machine(host: str) -> None:
    try:
        assert not is_loopback(host)
    except ValueError:
        assert host == "["


@pytest.mark.parametrize(
    ("address", "own"),
    [
        ("127.0.0.1", True),
        ("localhost", True),
        ("::1", True),
        ("0.0.0.0", False),
        (None, False),
        ("192.168.1.4", False),
        ("school.example", False),
    ],
)
def test_a_server_is_its_machines_own_only_where_it_says_so(monkeypatch, address, own) -> None:
    monkeypatch.setattr(config, "get_option", lambda name: address)
    assert serves_own_machine_only() is own


def test_as_it_is_started_without_more_it_is_for_its_own_machine() -> None:
    assert config.get_option("server.address") == "127.0.0.1"
    assert serves_own_machine_only()


@pytest.mark.parametrize(
    "request_",
    [
        scope(client="10.0.0.7"),
        scope(host="school.example", x_forwarded_for="127.0.0.1"),
        scope(origin="https://school.example", x_real_ip="127.0.0.1"),
        scope(x_forwarded_for="203.0.113.5"),
        scope(x_forwarded_for="127.0.0.1, 203.0.113.5"),
        scope(x_forwarded_host="school.example"),
        scope(x_real_ip="203.0.113.5"),
        scope(forwarded="for=203.0.113.5"),
        scope(via="1.1 proxy"),
        scope(kind="websocket", origin="https://school.example", x_forwarded_host="localhost"),
    ],
)
def test_what_comes_from_beyond_is_noticed_once_for_all(request_) -> None:
    assert comes_from_beyond(request_)

    async def app(*_):
        assert not serves_own_machine_only()

    in_own_thread(anyio.run, RemoteRequestWatcher(app), request_, None, None)
    assert not serves_own_machine_only()


TRICKS = [
    scope(host="evil.example"),
    scope(host="evil.example:8501", origin="http://evil.example:8501"),
    scope(origin="https://evil.example"),
    scope(origin="https://evil.example", sec_fetch_site="cross-site"),
    scope(kind="websocket", origin="https://evil.example"),
    scope(kind="websocket", host="evil.example", origin="http://evil.example"),
    scope(host="["),
    scope(host="localhost.evil.example"),
]


def answer_to(request_: dict) -> tuple[bool, list[dict]]:
    """Whether a request reaches the app, and what is sent."""
    reached, sent = [], []

    async def app(*_):
        reached.append(True)

    async def send(message):
        sent.append(message)

    in_own_thread(anyio.run, RemoteRequestWatcher(app), request_, None, send)
    return bool(reached), sent


@pytest.mark.parametrize("request_", TRICKS)
def test_no_page_that_somebody_opens_closes_what_is_the_owners_own(request_) -> None:
    """It is refused, and the server stays what it was."""
    reached, sent = answer_to(request_)
    assert not reached
    assert sent[0].get("status", sent[0].get("code")) in (421, 1008)
    assert serves_own_machine_only()


@pytest.mark.parametrize("request_", TRICKS)
def test_a_server_for_others_answers_to_any_name(request_, monkeypatch) -> None:
    monkeypatch.setattr(config, "get_option", {"server.address": "0.0.0.0"}.get)
    assert answer_to(request_)[0]


def test_behind_a_silent_proxy_a_server_answers_to_the_names_that_its_owner_lists(
    monkeypatch,
) -> None:
    options = {"server.address": "127.0.0.1", "server.allowedHosts": ["school.example"]}
    monkeypatch.setattr(config, "get_option", options.get)
    asked = scope(host="school.example", origin="https://school.example")
    assert answer_to(asked)[0]
    assert not serves_own_machine_only()
    assert not answer_to(scope(host="evil.example", origin="https://evil.example"))[0]


@pytest.mark.parametrize(
    "request_",
    [
        scope(),
        scope(origin="http://127.0.0.1:8501"),
        scope(origin="null"),
        scope(x_forwarded_for="127.0.0.1"),
        scope(client="::1", host="[::1]:8501"),
        scope(kind="websocket", origin="http://localhost:8501"),
        {"type": "lifespan"},
    ],
)
def test_what_comes_from_this_machine_changes_nothing(request_) -> None:
    async def app(*_):
        pass

    in_own_thread(anyio.run, RemoteRequestWatcher(app), request_, None, None)
    assert serves_own_machine_only()
