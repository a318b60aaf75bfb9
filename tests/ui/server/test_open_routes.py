"""Which of Streamlit's routes answer."""

import http.client
from urllib.parse import urlsplit

import pytest
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.routing import Route
from starlette.testclient import TestClient
from streamlit import config

from benchmarks.server import running
from ui.server.open_routes import OnlyOpenRoutes


async def served(request: Request) -> PlainTextResponse:
    return PlainTextResponse("served")


METHODS = ["GET", "HEAD", "PUT", "POST", "DELETE", "OPTIONS"]


def client(base: str, monkeypatch: pytest.MonkeyPatch) -> TestClient:
    monkeypatch.setattr(config, "get_option", lambda name: base)
    routes = [Route("/{path:path}", served, methods=METHODS)]
    return TestClient(Starlette(routes=routes, middleware=[Middleware(OnlyOpenRoutes)]))


@pytest.mark.parametrize("base", ["", "school"])
@pytest.mark.parametrize(
    "path",
    [
        *("_stcore/upload_file/session/file", "_stcore/metrics", "_stcore/script-health-check"),
        *("_stcore/agent/interact", "_stcore/agent/mcp", "_stcore/agent/openapi.json", "_stcore"),
        *("_stcore/bidi-components/a/b.js", "component/a/b.html", "media/a.png", "app/static/a"),
        *(
            "auth/login",
            "auth/logout",
            "oauth2callback",
            "_stcore/health/more",
            "_stcore/metrics/",
        ),
    ],
)
def test_a_route_that_no_page_uses_is_closed(
    base: str, path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = client(base, monkeypatch)
    for method in METHODS:
        assert asked.request(method, f"/{base}/{path}" if base else f"/{path}").status_code == 404


@pytest.mark.parametrize("base", ["", "school"])
@pytest.mark.parametrize(
    "path",
    ["", "masks", "_stcore/health", "_stcore/host-config", "static/js/index.js", "favicon.png",
     "answer/masks", "share/masks/npz", "runs/file", "masks/_stcore/health", "mediation"],
)  # fmt: skip
def test_what_pages_use_is_served(base: str, path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = client(base, monkeypatch)
    assert asked.get(f"/{base}/{path}" if base else f"/{path}").text == "served"


@pytest.mark.thorough
def test_nothing_can_be_uploaded_to_a_running_server() -> None:
    """Not even with the session and the token that the server hands out."""
    with running() as address:
        host = urlsplit(address).netloc
        asked = http.client.HTTPConnection(host)
        asked.request("GET", "/_stcore/health")
        health = asked.getresponse()
        token = health.headers["set-cookie"].partition("=")[2].partition(";")[0]
        health.read()
        headers = {"X-Xsrftoken": token, "Cookie": f"_streamlit_xsrf={token}"}
        asked.request("PUT", "/_stcore/upload_file/session/file", b"x" * 100, headers)
        assert asked.getresponse().status == 404
