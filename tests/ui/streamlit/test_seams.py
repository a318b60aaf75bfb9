"""What the Python of the room takes for granted of Streamlit, in tests named after the seams."""

import inspect
import subprocess
import sys
from importlib.metadata import entry_points
from pathlib import Path
from types import SimpleNamespace

import pytest
from starlette.applications import Starlette
from starlette.responses import PlainTextResponse
from starlette.routing import Mount
from starlette.testclient import TestClient
from starlette.types import Receive, Scope, Send
from streamlit import config
from streamlit.runtime import memory_session_storage
from streamlit.web.server.app_discovery import discover_asgi_app

from ui.streamlit import seams
from ui.streamlit.seams import (
    CLOSED_ROUTES,
    KEPT_SESSIONS,
    OPEN_ROUTES,
    SeamError,
    every_method,
    index_page,
    inline_scripts,
    is_allowed_host,
    keep_sessions,
)

ROOT = Path(__file__).parents[3]
STREAMLITS_ROUTES = """
import streamlit as st
from streamlit.web.server.starlette.starlette_app import create_streamlit_routes
for route in create_streamlit_routes(st.App("app.py")._create_runtime()):
    print(route.path)
"""


def test_seam_index_page_has_our_language_title_and_head() -> None:
    html = index_page("ko", "Workbench", "<style>ours</style>")
    assert '<html lang="ko">' in html
    assert "<title>Workbench</title>" in html
    head = html.partition("</head>")[0]
    assert head.index("<style>ours</style>") < head.index("streamlit-back")
    assert "/static/js/index." in html


@pytest.mark.parametrize("missing", ['<html lang="en">', "<title>Streamlit</title>", "</head>"])
@pytest.mark.parametrize("often", [0, 2])
def test_seam_index_page_is_refused_by_name_if_streamlits_is_another(
    missing: str, often: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    html = (Path(seams.get_static_dir()) / "index.html").read_text(encoding="utf-8")
    (tmp_path / "index.html").write_text(html.replace(missing, missing * often), encoding="utf-8")
    monkeypatch.setattr(seams, "get_static_dir", lambda: str(tmp_path))
    with pytest.raises(SeamError, match="index_page") as refused:
        index_page("en", "Workbench", "")
    assert missing in str(refused.value)


def test_seam_inline_scripts_are_named_by_what_they_say() -> None:
    assert len(inline_scripts([index_page("en", "Workbench", "")])) == 2
    assert inline_scripts(["<script>1</script>"]) != inline_scripts(["<script>2</script>"])
    assert inline_scripts(['<script src="/a.js"></script>']) == []


async def _answer(scope: Scope, receive: Receive, send: Send) -> None:
    await PlainTextResponse("ours")(scope, receive, send)


@pytest.mark.parametrize("method", ["GET", "POST", "PUT", "DELETE", "OPTIONS"])
def test_seam_every_method_is_ours(method: str) -> None:
    """Whatever Streamlit's last route answers."""
    last = Mount("/", PlainTextResponse("Streamlit's"))
    client = TestClient(Starlette(routes=[every_method("/ours", _answer), last]))
    assert client.request(method, "/ours").text == "ours"
    assert client.request(method, "/other").text == "Streamlit's"


def test_seam_routes_are_all_of_streamlits() -> None:
    """Each is known, open or closed. What is left serves the front end's own files."""
    ran = subprocess.run(
        [sys.executable, "-c", STREAMLITS_ROUTES],
        capture_output=True, text=True, check=True, cwd=ROOT,
    )  # fmt: skip
    paths = [path.strip("/") for path in ran.stdout.splitlines()]
    assert len(paths) > 10
    assert set(paths) >= OPEN_ROUTES
    assert {path for path in paths if path and not f"{path}/".startswith(CLOSED_ROUTES)} == set()


@pytest.mark.parametrize(
    ("host", "is_allowed"),
    [("school.example", True), ("school.example:8501", True), ("other.example", False)],
)
def test_seam_is_allowed_host(host: str, is_allowed: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(config, "get_option", lambda name: ["school.example"])
    assert is_allowed_host(host) is is_allowed


def test_seam_is_script_run() -> None:
    """`streamlit run` finds the app in the file and imports it from there."""
    found = discover_asgi_app(ROOT / "app.py")
    assert (found.is_asgi_app, found.import_string) == (True, "app:app")


def test_seam_run_script() -> None:
    """It is what the command `streamlit` calls."""
    (command,) = entry_points(group="console_scripts", name="streamlit")
    assert command.value == "streamlit.web.cli:main"


def test_seam_keep_sessions(monkeypatch: pytest.MonkeyPatch) -> None:
    storage = memory_session_storage.MemorySessionStorage
    monkeypatch.setattr(memory_session_storage, "MemorySessionStorage", storage)
    assert inspect.signature(storage).parameters["maxsize"].default == KEPT_SESSIONS
    keep_sessions(3)
    kept = memory_session_storage.MemorySessionStorage()
    for number in range(5):
        kept.save(SimpleNamespace(session=SimpleNamespace(id=str(number))))
    assert len(kept.list()) == 3
