"""Determine whether this server is used from its own machine only, or by others too.

What only the owner of a machine should use (a folder on its disk, downloading a model) is available
while the server listens to its own machine and nothing has come from another one: a proxy in front
of it sends a forwarding header with its first request, before anything else happens.

A request that reaches this machine under another name, or from another site's page, and without a
proxy's header, is an attack on a browser of this machine: a name rebound to 127.0.0.1, or a page
that posts there. It is refused and changes nothing: otherwise any page that someone opens could
disable the owner's features. A proxy that sends no header needs its name in server.allowedHosts.
"""

from collections.abc import Iterator
from functools import lru_cache
from ipaddress import ip_address
from threading import Event
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocketClose
from streamlit import config

from ui.streamlit.seams import is_allowed_host

_NAMES = ("localhost", "ip6-localhost")
_FORWARDING = ("forwarded", "via")
_FORWARDED_FROM = ("x-forwarded-for", "x-forwarded-host", "x-real-ip")

_MISDIRECTED = 421
_POLICY_VIOLATION = 1008
_REFUSAL = """\
This server answers its own machine alone, as localhost or 127.0.0.1.
If others are to reach it by another name, its owner starts it with --server.allowedHosts NAME.
"""

_others_came = Event()


def serves_own_machine_only() -> bool:
    """Return whether requests can only come from the users of this machine."""
    return _listens_to_its_own_machine() and not _others_came.is_set()


def _listens_to_its_own_machine() -> bool:
    address = config.get_option("server.address")
    return bool(address) and is_loopback(address)


@lru_cache(maxsize=256)
def is_loopback(host: str) -> bool:
    """Return whether a host name or address, with or without a port, is this machine."""
    name = urlsplit(f"//{host}" if host.count(":") < 2 or "[" in host else f"//[{host}]").hostname
    if name is None:
        return False
    if name in _NAMES or name.endswith(".localhost"):
        return True
    try:
        return ip_address(name).is_loopback
    except ValueError:
        return False


class RemoteRequestWatcher:
    """Detects, permanently, that a request came from another machine, and refuses requests that
    only pretend to be for this one.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
        elif _listens_to_its_own_machine() and is_a_trick(scope):
            await _refuse(scope, receive, send)
        else:
            if not _others_came.is_set() and comes_from_beyond(scope):
                _others_came.set()
            await self._app(scope, receive, send)


async def _refuse(scope: Scope, receive: Receive, send: Send) -> None:
    if scope["type"] == "websocket":
        await WebSocketClose(_POLICY_VIOLATION)(scope, receive, send)
    else:
        await PlainTextResponse(_REFUSAL, _MISDIRECTED)(scope, receive, send)


def is_a_trick(scope: Scope) -> bool:
    """Return whether a browser of this machine requests a name that is not this machine's, or sends
    a request from another site's page.
    """
    headers = Headers(scope=scope)
    if any(name in headers for name in (*_FORWARDING, *_FORWARDED_FROM)):
        return False
    names = [headers.get("host", ""), urlsplit(headers.get("origin", "null")).netloc]
    return not all(_is_ours(name) or _is_allowed(name) for name in filter(None, names))


def _is_allowed(host: str) -> bool:
    """Return whether the owner has listed a host; nothing is listed by default."""
    return bool(config.get_option("server.allowedHosts")) and is_allowed_host(host)


def comes_from_beyond(scope: Scope) -> bool:
    """Return whether a request's sender, host name or headers show that it comes from elsewhere."""
    headers = Headers(scope=scope)
    if any(name in headers for name in _FORWARDING):
        return True
    return not all(map(_is_ours, _hosts(scope, headers)))


def _is_ours(host: str) -> bool:
    try:
        return is_loopback(host)
    except ValueError:
        return False


def _hosts(scope: Scope, headers: Headers) -> Iterator[str]:
    client = scope.get("client")
    if client:
        yield client[0]
    if "host" in headers:
        yield headers["host"]
    if headers.get("origin", "null") != "null":
        yield urlsplit(headers["origin"]).netloc
    for name in _FORWARDED_FROM:
        for value in headers.get(name, "").split(","):
            if value.strip():
                yield value.strip()
