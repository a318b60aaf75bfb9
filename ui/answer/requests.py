"""What every route checks at the door: where a request comes from, how long it is, what it holds.

A body is read into a msgspec struct, which refuses wrong types, missing fields, anything but UTF-8
and lone surrogates. What fails after that is a fault of ours, unless a page refuses a value with a
ValueError.
"""

from collections.abc import Mapping
from typing import Annotated, Any, TypeVar
from urllib.parse import urlsplit

from msgspec import Meta, Struct, convert, json
from starlette.requests import Request

from ui.state.control import JsonValue

LONGEST_PIN = 4000
K = TypeVar("K", bound=Struct)


class BadRequestError(ValueError):
    """The request is malformed."""


class SelectionRequest(Struct, frozen=True):
    """The pinned cell and the trail that leads from it."""

    pin: Annotated[str, Meta(max_length=LONGEST_PIN)]
    trail: Annotated[str, Meta(max_length=LONGEST_PIN)]


class Action(Struct, frozen=True):
    """What was done in a picture: at most one of these."""

    change: dict[str, Any] | None = None
    """See `ui.state.change`."""
    pin: str | None = None
    follow: str | None = None
    here: str = ""
    """The cell from which `follow` leads on."""


class PageRequest(Struct, frozen=True):
    """What the browser asks of a page."""

    setting: dict[str, JsonValue]
    selection: SelectionRequest
    before: dict[str, JsonValue] | None = None
    """The setting before the last change, to compare with."""
    leaving: dict[str, JsonValue] | None = None
    """The setting that this request changes, if it changes any."""
    do: Action | None = None
    areas: list[str] | None = None
    """The areas to send; the first ones if there are none."""


def read_body(body: bytes, kind: type[K]) -> K:
    """Read a body of JSON. Raises: BadRequestError."""
    try:
        return json.decode(body, type=kind)
    except (ValueError, RecursionError) as error:
        raise BadRequestError(str(error)) from error


def read_values(values: Mapping[str, Any], kind: type[K], *, strict: bool = True) -> K:
    """Read values that are parsed already; unless `strict`, numbers may be text, as in a URL.

    Raises: BadRequestError.
    """
    try:
        return convert(values, kind, strict=strict)
    except (ValueError, RecursionError) as error:
        raise BadRequestError(str(error)) from error


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
