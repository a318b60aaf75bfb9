"""Where the browser asks for answers, and where it finds Plotly."""

import gzip
from functools import cache
from importlib.metadata import version
from pathlib import Path

import anyio
import plotly
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from streamlit import config

from ui.answer.precedence import ANSWERS
from ui.answer.trip import BadRequestError, Trip
from ui.shell.language import LANGUAGES
from ui.shell.navigation import page_names

LONGEST_REQUEST = 64_000
AT_ONCE = 2
"""Answers that are computed at a time; further ones wait."""

_base = config.get_option("server.baseUrlPath").strip("/")
ROOT = f"/{_base}" if _base else ""
PLOTLY = f"{ROOT}/plotly-{version('plotly')}.min.js"


def address_of(name: str, language: str) -> str:
    """Where the answers of a page are."""
    return f"{ROOT}/answer/{name}?lang={language}"


async def _body(request: Request) -> bytes | None:
    """The whole body; None as soon as it is longer than any setting."""
    body = b""
    async for piece in request.stream():
        body += piece
        if len(body) > LONGEST_REQUEST:
            return None
    return body


@cache
def _limiter() -> anyio.CapacityLimiter:
    return anyio.CapacityLimiter(AT_ONCE)


def _answered(name: str, language: str, body: bytes) -> bytes | None:
    if name not in page_names() or language not in LANGUAGES:
        return None
    try:
        return Trip(name, language).answered(body)
    except BadRequestError:
        return None


async def _answer(request: Request) -> Response:
    body = await _body(request)
    if body is None:
        return Response(status_code=413)
    name, language = request.path_params["name"], request.query_params.get("lang", "en")
    with ANSWERS.going_first():
        async with _limiter():
            content = await run_in_threadpool(_answered, name, language, body)
    if content is None:
        return Response(status_code=400)
    # Raw numbers hardly shrink, and squeezing them would take longer than all the rest.
    headers = {"Content-Encoding": "identity", "Cache-Control": "no-store"}
    return Response(content, headers=headers, media_type="application/octet-stream")


@cache
def _plotly() -> bytes:
    script = Path(plotly.__file__).parent / "package_data" / "plotly.min.js"
    return gzip.compress(script.read_bytes(), 6)


def _plotly_script(request: Request) -> Response:
    headers = {"Content-Encoding": "gzip", "Cache-Control": "public, max-age=31536000, immutable"}
    return Response(_plotly(), headers=headers, media_type="text/javascript")


ROUTES = [
    Route(f"{ROOT}/answer/{{name}}", _answer, methods=["POST"]),
    Route(PLOTLY, _plotly_script, methods=["GET"]),
]
