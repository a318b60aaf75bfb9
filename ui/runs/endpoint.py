"""How a route of the runs answers: JSON, bytes, or why a request is refused.

Refused requests: 400 with {"error": "..."} for invalid values, 403 for another origin, 404 for an
unknown run, 413 for too large a body, 429 {"error": "person" | "address" | "everybody"} above the
limit of runs, 503 without a cluster or with too many requests waiting.
"""

import json
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from typing import Any

from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from transformer_lab.learning import UnknownWeightError, UnreadableError
from transformer_lab.own_data import OwnDataError
from ui.answer.requests import is_ours
from ui.answer.route import log_once
from ui.runs.cluster import ClusterError
from ui.runs.engine import FullError, UnknownRunError
from ui.server.shares import CrowdedError


class TooLongError(Exception):
    """The body is too long."""


def json_response(values: Any, status: int = 200) -> Response:
    return Response(
        json.dumps(values, ensure_ascii=False), status, {"Cache-Control": "no-store"},
        media_type="application/json",
    )  # fmt: skip


def bytes_response(data: bytes, **headers: str) -> Response:
    own = {"Content-Encoding": "identity", "Cache-Control": "no-store", **headers}
    return Response(data, headers=own, media_type="application/octet-stream")


Handler = Callable[[Request], Awaitable[Response]]
OWN_TEXT = ""
REFUSALS: tuple[tuple[type[Exception] | tuple[type[Exception], ...], int, str | None], ...] = (
    (UnknownRunError, 404, None),
    (FullError, 429, OWN_TEXT),
    (TooLongError, 413, None),
    (TimeoutError, 408, None),
    (ClusterError, 503, "cluster"),
    (CrowdedError, 503, "everybody"),
    (ClientDisconnect, 400, None),
    ((ValueError, UnknownWeightError), 400, OWN_TEXT),
)
"""The status of a refused request and its error, by exception; the first that applies counts."""


def _refusal(error: Exception) -> Response | None:
    """Return the answer to a request that is refused; None if the error is a fault of ours."""
    if isinstance(error, UnreadableError):
        return json_response({"error": str(error), "word": error.word}, 400)
    if isinstance(error, OwnDataError):
        return json_response({"error": error.why, "values": error.values}, 400)
    for kind, status, text in REFUSALS:
        if isinstance(error, kind):
            if text is None:
                return Response(status_code=status)
            return json_response({"error": text or str(error)}, status)
    return None


class Endpoint:
    """An ASGI application that refuses every method but its own."""

    def __init__(self, **handlers: Handler) -> None:
        self._handlers = handlers

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        request = Request(scope, receive)
        async with AsyncExitStack() as request.state.held:
            response = await self._answered(request)
            await response(scope, receive, send)

    async def _answered(self, request: Request) -> Response:
        handler = self._handlers.get(request.method)
        if handler is None:
            return Response(status_code=405, headers={"Allow": ", ".join(self._handlers)})
        if not is_ours(request):
            return Response(status_code=403)
        try:
            return await handler(request)
        except Exception as error:
            refused = _refusal(error)
            if refused is None:
                log_once(error)
            return refused or Response(status_code=500)
