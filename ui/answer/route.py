"""The routes for answers, and the one for Plotly."""

import asyncio
import gzip
import logging
import traceback
from collections.abc import Callable
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import TypeVar

import anyio.to_thread
import plotly
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import Receive, Scope, Send
from streamlit import config

from ui.answer.admission import ANSWERS, Admission
from ui.answer.page_handler import PageHandler
from ui.answer.priority_gate import GATE
from ui.answer.requests import BadRequestError, body_of, is_ours
from ui.server.client import client_of
from ui.server.shares import CrowdedError
from ui.streamlit.seams import every_method
from ui.words.language import LANGUAGES
from ui.words.pages import page_names

LONGEST_REQUEST = 64_000
LONGEST_SECONDS = 10
"""Time limit for receiving a request."""
MOST_THREADS = 4
"""Threads that compute answers; the admission decides how many run at a time."""
MOST_LOGGED = 100
T = TypeVar("T")
LOGGER = logging.getLogger(__name__)

_base = config.get_option("server.baseUrlPath").strip("/")
ROOT = f"/{_base}" if _base else ""
PLOTLY = f"{ROOT}/plotly-{version('plotly')}.min.js"


def address_of(name: str, language: str) -> str:
    """Return the URL for a page's answers."""
    return f"{ROOT}/answer/{name}?lang={language}"


@cache
def _limiter() -> anyio.CapacityLimiter:
    return anyio.CapacityLimiter(MOST_THREADS)


_logged: set[tuple[str, str, int]] = set()


def log_once(error: Exception) -> None:
    """Log an internal error once per place in the code; repeats are not logged."""
    frame = traceback.extract_tb(error.__traceback__)[-1]
    fault = type(error).__name__, frame.filename, frame.lineno or 0
    if fault not in _logged and len(_logged) < MOST_LOGGED:
        _logged.add(fault)
        LOGGER.error("An answer failed", exc_info=error)


def _answered(
    answer: Callable[[PageHandler, bytes], T], handler: PageHandler, body: bytes
) -> T | int:
    """Return the answer, or the status code of a request that cannot be answered."""
    if handler.name not in page_names() or handler.language not in LANGUAGES:
        return 400
    try:
        return answer(handler, body)
    except BadRequestError:
        return 400
    except Exception as error:
        log_once(error)
        return 500


async def _received(request: Request, longest: int) -> bytes | int:
    """Return the body of a request, or the status code if it is refused."""
    if request.method != "POST":
        return 405
    if not is_ours(request):
        return 403
    try:
        async with asyncio.timeout(LONGEST_SECONDS):
            body = await body_of(request, longest)
    except TimeoutError:
        return 408
    except ClientDisconnect:
        return 400
    return 413 if body is None else body


async def respond(
    request: Request,
    send: Send,
    answer: Callable[[PageHandler, bytes], T],
    response_of: Callable[[T], Response],
    *,
    longest: int = LONGEST_REQUEST,
    admission: Admission = ANSWERS,
) -> None:
    """Send a page's answer to a request, or the status code if the request is refused.

    `answer` raises BadRequestError for a body that no page would send.
    """
    body = await _received(request, longest)
    if isinstance(body, int):
        return await _refused(request, send, body)
    handler = PageHandler(request.path_params["name"], request.query_params.get("lang", "en"))
    client = client_of(request.scope)
    try:
        async with admission.memory.held(client, admission.largest) as share:
            with GATE.urgent():
                async with admission.turns.held(client):
                    if await request.is_disconnected():
                        return None
                    content = await anyio.to_thread.run_sync(
                        _answered, answer, handler, body, limiter=_limiter()
                    )
            if isinstance(content, int):
                return await _refused(request, send, content)
            response = response_of(content)
            admission.memory.shrink(share, len(response.body))
            await response(request.scope, request.receive, send)
    except CrowdedError:
        await _refused(request, send, 503)


async def _refused(request: Request, send: Send, status: int) -> None:
    headers = {405: {"Allow": "POST"}, 503: {"Retry-After": "1"}}.get(status)
    await Response(status_code=status, headers=headers)(request.scope, request.receive, send)


def kept_by_nobody(content: bytes, kind: str = "application/octet-stream") -> Response:
    """Return an answer uncached and uncompressed. Raw numbers hardly compress, and compressing them
    would take longer than everything else while no one else is answered."""
    headers = {"Content-Encoding": "identity", "Cache-Control": "no-store"}
    return Response(content, headers=headers, media_type=kind)


async def _answers(scope: Scope, receive: Receive, send: Send) -> None:
    await respond(Request(scope, receive), send, PageHandler.answered, kept_by_nobody)


@cache
def _plotly() -> bytes:
    script = Path(plotly.__file__).parent / "package_data" / "plotly.min.js"
    return gzip.compress(script.read_bytes(), 6)


def _plotly_script(request: Request) -> Response:
    headers = {"Content-Encoding": "gzip", "Cache-Control": "public, max-age=31536000, immutable"}
    return Response(_plotly(), headers=headers, media_type="text/javascript")


ROUTES = [
    every_method(f"{ROOT}/answer/{{name}}", _answers),
    Route(PLOTLY, _plotly_script, methods=["GET"]),
]
