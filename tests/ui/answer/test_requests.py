"""What is checked at the door, and what is a fault of ours after it."""

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

from tests.pages.answers import Asked
from ui.answer import page_handler, route
from ui.answer.answer import PageAnswer
from ui.answer.requests import BadRequestError, PageRequest, read_body, read_values
from ui.answer.route import ROUTES, address_of
from ui.share.route import ROUTES as SHARES
from ui.shell.page import Message, WorkbenchPage

client = TestClient(Starlette(routes=ROUTES + SHARES))

STROKE = {"matrix": "painted", "cells": [[0, 0]], "hidden": True}
ACTIONS: dict[str, dict[str, Any]] = {
    "changed": {"do": {"change": STROKE}},
    "pinned": {"do": {"pin": "painted.0.0"}},
    "followed": {"do": {"follow": "scores@0.0", "here": "decoder_weights@0.0"}},
    "normalised": {},
    "answer": {},
}
"""What a page does, with a request that makes it do so."""
OURS = (AttributeError, KeyError, TypeError, IndexError, ZeroDivisionError)


def asked(**more: Any) -> dict[str, Any]:
    setting = Asked("masks", seed=77).setting.to_json()
    return {"setting": setting, "selection": {"pin": "", "trail": ""}} | more


@pytest.fixture
def logged(monkeypatch: pytest.MonkeyPatch) -> list[BaseException]:
    """The errors that the server has logged."""
    errors: list[BaseException] = []
    monkeypatch.setattr(route, "_logged", set())
    monkeypatch.setattr(route.LOGGER, "error", lambda *_, exc_info: errors.append(exc_info))
    return errors


def plant(monkeypatch: pytest.MonkeyPatch, what: str, error: Exception) -> None:
    def broken(*_: Any, **__: Any) -> Any:
        raise error

    page: PageAnswer[Any] = replace(page_handler.answer_of("masks"), **{what: broken})
    monkeypatch.setattr(page_handler, "answer_of", lambda name: page)
    monkeypatch.setattr(page_handler._answers, "get", lambda key, make: make())


@pytest.mark.parametrize("error", OURS, ids=lambda error: error.__name__)
@pytest.mark.parametrize("what", ACTIONS)
def test_a_fault_of_ours_is_an_error_of_the_server_and_is_logged(
    monkeypatch: pytest.MonkeyPatch,
    logged: list[BaseException],
    what: str,
    error: type[Exception],
) -> None:
    fault = error("a bug")
    plant(monkeypatch, what, fault)
    answer = client.post(address_of("masks", "en"), content=json.dumps(asked(**ACTIONS[what])))
    assert (answer.status_code, logged) == (500, [fault])


@pytest.mark.parametrize("kind", ["about", "setting", "npz", "csv", "load"])
def test_a_fault_of_ours_in_what_is_shared_is_logged_too(
    monkeypatch: pytest.MonkeyPatch, logged: list[BaseException], kind: str
) -> None:
    fault = AttributeError("a bug")

    def broken(*_: Any) -> Any:
        raise fault

    monkeypatch.setattr(Asked("masks").handler.page.setting, "read", broken)
    body = json.dumps(asked(matrix="painted", name="x.csv")).encode()
    if kind == "load":
        body = len(body).to_bytes(4, "little") + body
    answer = client.post(f"/share/masks/{kind}?lang=en", content=body)
    assert (answer.status_code, logged) == (500, [fault])


def test_what_a_page_refuses_is_no_fault(
    monkeypatch: pytest.MonkeyPatch, logged: list[BaseException]
) -> None:
    plant(monkeypatch, "changed", ValueError("not here"))
    body = json.dumps(asked(**ACTIONS["changed"]))
    assert client.post(address_of("masks", "en"), content=body).status_code == 400
    assert not logged


def test_everything_that_the_browser_sends_is_read() -> None:
    whole = asked(
        before={"a": 1.5, "b": True, "c": "text", "d": 3},
        leaving=None,
        do={"follow": "a@0.0", "here": "b@0.0"},
        areas=["chips"],
    )
    whole["selection"]["view"] = "1_2_3"
    read = read_body(json.dumps(whole).encode(), PageRequest)
    assert read.before == whole["before"]
    assert [type(value) for value in (read.before or {}).values()] == [float, bool, str, int]
    assert (read.selection.pin, read.areas) == ("", ["chips"])
    assert read.do is not None
    assert (read.do.follow, read.do.here) == ("a@0.0", "b@0.0")


Wrong = Callable[[dict[str, Any]], Any]
WRONG: dict[str, Wrong] = {
    "no setting": lambda body: body.pop("setting"),
    "no selection": lambda body: body.pop("selection"),
    "a list in a setting": lambda body: body["setting"].update(seed=[1]),
    "nothing in a setting": lambda body: body["setting"].update(seed=None),
    "a number as a pin": lambda body: body["selection"].update(pin=1),
    "a long trail": lambda body: body["selection"].update(trail="x" * 4001),
    "areas that are a text": lambda body: body.update(areas="chips"),
    "an action that is a list": lambda body: body.update(do=["pin"]),
    "half a character": lambda body: body["selection"].update(pin="\ud800"),
}


@pytest.mark.parametrize("what", WRONG)
def test_anything_else_is_refused_at_the_door(what: str) -> None:
    body = asked()
    WRONG[what](body)
    with pytest.raises(BadRequestError):
        read_body(json.dumps(body).encode(), PageRequest)


@pytest.mark.parametrize("body", [b"", b"[]", b"null", b"\xff", b"[" * 9000, b'{"x":' * 9000])
def test_what_is_no_object_is_refused(body: bytes) -> None:
    with pytest.raises(BadRequestError):
        read_body(body, PageRequest)


def test_a_message_to_the_session_is_read_with_what_it_brings() -> None:
    setting = asked()["setting"]
    values = {
        "request": asked(),
        "base": setting,
        "number": 3,
        "bring": {"page": "masks", "fields": {"seed": 2}},
    }
    message = read_values(values, Message)
    assert message.bring is not None
    assert (message.base, message.bring.fields, message.step) == (setting, {"seed": 2}, None)
    with pytest.raises(BadRequestError):
        read_values(values | {"bring": {"page": "masks"}}, Message)


class Session:
    """A session with one message, which notes what is set."""

    def __init__(self, message: dict[str, Any]) -> None:
        self.setting, self.places = Asked("masks").setting, []
        self._message = message

    def new_messages(self, key: str, name: str) -> list[dict[str, Any]]:
        return [self._message]

    def set(self, setting: Any) -> None:
        self.setting = setting

    def select(self, place: Any) -> None:
        self.places.append(place)


@pytest.mark.parametrize(
    ("error", "is_logged"), [(None, False), (ValueError("no"), False), (KeyError("a bug"), True)]
)
def test_the_session_takes_over_what_was_done_or_says_why_not(
    monkeypatch: pytest.MonkeyPatch,
    logged: list[BaseException],
    error: Exception | None,
    is_logged: bool,
) -> None:
    if error is not None:
        plant(monkeypatch, "changed", error)
    session = Session({"request": asked(**ACTIONS["changed"]), "base": asked()["setting"]})
    page: Any = object.__new__(WorkbenchPage)
    page.name, page.handler, page.session = "masks", Asked("masks").handler, session
    page._done()
    assert (len(session.setting.cells), len(session.places)) == (
        (1, 1) if error is None else (0, 0)
    )
    assert logged == ([error] if is_logged else [])
