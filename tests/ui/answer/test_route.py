"""Where the browser asks: what it may send, and what it gets."""

import gzip
import json

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

from tests.pages.answers import Asked
from ui.answer.route import LONGEST_REQUEST, PLOTLY, ROUTES, address_of
from ui.answer.scripts import ROUTES as SCRIPTS
from ui.answer.scripts import preloads, script_address, scripts

client = TestClient(Starlette(routes=ROUTES + SCRIPTS))


def body(**more: object) -> str:
    setting = Asked("masks").setting.plain()
    return json.dumps({"setting": setting, "place": {"pin": "", "trail": ""}} | more)


def test_a_setting_is_answered() -> None:
    answer = client.post(address_of("masks", "ko"), content=body())
    assert answer.status_code == 200
    assert "룩어헤드" in answer.content.decode(errors="ignore")


@pytest.mark.parametrize(
    "content",
    [b"", b"{}", b"[]", b"null", b"1", b'"x"', b"\xff", b"[" * 5000, body(setting={"seed": 1})],
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
        assert answer.headers["content-type"].startswith("text/javascript")


def test_nothing_else_is_served_there() -> None:
    for path in ("ui/answer/route.py", "../pyproject.toml", "app.py", ""):
        assert client.get(script_address(path)).status_code == 404


def test_what_is_loaded_ahead_is_there() -> None:
    assert preloads()
    for path in preloads():
        assert client.get(path).status_code == 200
