"""Whether this server is for its own machine alone, or others reach it too.

What only the owner of a machine should open (a folder on its disk, a model to fetch) is open where
the server listens to its own machine and nothing has come from beyond it: a proxy in front of it
brings a foreign host, origin or forwarding header with its first request, before any other work.
"""

from collections.abc import Iterator
from functools import lru_cache
from ipaddress import ip_address
from threading import Event
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send
from streamlit import config

_NAMES = ("localhost", "ip6-localhost")
_FORWARDING = ("forwarded", "via")
_FORWARDED_FROM = ("x-forwarded-for", "x-forwarded-host", "x-real-ip")

_others_came = Event()


def is_own_machine() -> bool:
    """Whether nobody but the machine's own people can be asking."""
    address = config.get_option("server.address")
    return bool(address) and is_loopback(address) and not _others_came.is_set()


@lru_cache(maxsize=256)
def is_loopback(host: str) -> bool:
    """Whether a host's name or address, without or with its port, is this machine itself."""
    name = urlsplit(f"//{host}" if host.count(":") < 2 or "[" in host else f"//[{host}]").hostname
    if name is None:
        return False
    if name in _NAMES or name.endswith(".localhost"):
        return True
    try:
        return ip_address(name).is_loopback
    except ValueError:
        return False


class NoticeOthers:
    """Notices, once for all, when a request comes from beyond this machine."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        is_asked = scope["type"] in ("http", "websocket")
        if is_asked and not _others_came.is_set() and comes_from_beyond(scope):
            _others_came.set()
        await self._app(scope, receive, send)


def comes_from_beyond(scope: Scope) -> bool:
    """Whether anything about a request says so: who sent it, to which name, by which way."""
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
