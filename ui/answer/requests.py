"""Checks for every route: the request comes from one of our pages, is not too large, and holds no
half characters."""

import json
from typing import Any
from urllib.parse import urlsplit

from starlette.requests import Request


def is_ours(request: Request) -> bool:
    """Whether a page of this server asks, and not somebody else's in a visitor's browser."""
    site = request.headers.get("sec-fetch-site")
    if site is not None:
        return site in ("same-origin", "none")
    origin = request.headers.get("origin")
    hosts = [request.headers.get(name) for name in ("host", "x-forwarded-host")]
    return origin is None or urlsplit(origin).netloc in filter(None, hosts)


async def body_of(request: Request, longest: int) -> bytes | None:
    """The whole body; None as soon as it is longer than this, in bytes."""
    if int(request.headers.get("content-length", 0)) > longest:
        return None
    body = bytearray()
    async for piece in request.stream():
        body += piece
        if len(body) > longest:
            return None
    return bytes(body)


def json_of(body: bytes) -> Any:
    """What a body says, in UTF-8 alone. Raises: ValueError, RecursionError for anything else.

    Half a character can be neither shown nor sent: JSON can spell one, and its reader in Python
    takes one from bytes too.
    """
    said = json.loads(body.decode())
    if b"\\ud" in body.lower():
        json.dumps(said, ensure_ascii=False).encode()
    return said
