"""Checks for every route: the request comes from one of our pages, is not too large, and contains
no lone surrogates."""

import json
from typing import Any
from urllib.parse import urlsplit

from starlette.requests import Request


def is_ours(request: Request) -> bool:
    """Return whether the request comes from a page of this server, not from another website."""
    site = request.headers.get("sec-fetch-site")
    if site is not None:
        return site in ("same-origin", "none")
    origin = request.headers.get("origin")
    hosts = [request.headers.get(name) for name in ("host", "x-forwarded-host")]
    return origin is None or urlsplit(origin).netloc in filter(None, hosts)


async def body_of(request: Request, longest: int) -> bytes | None:
    """Return the whole body; None as soon as it is longer than `longest` bytes."""
    if int(request.headers.get("content-length", 0)) > longest:
        return None
    body = bytearray()
    async for piece in request.stream():
        body += piece
        if len(body) > longest:
            return None
    return bytes(body)


def json_of(body: bytes) -> Any:
    """Parse a body as JSON in UTF-8. Raises: ValueError, RecursionError for anything else.

    Lone surrogates are refused, as they can be neither shown nor sent: JSON can spell one, and
    Python's reader also accepts one in bytes.
    """
    said = json.loads(body.decode())
    if b"\\ud" in body.lower():
        json.dumps(said, ensure_ascii=False).encode()
    return said
