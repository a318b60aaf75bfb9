"""Make the server send answers without delay.

Streamlit 1.67 listens on a socket that does not name its protocol, and asyncio sets TCP_NODELAY
only on connections of a socket that names TCP. A small message then waits until the previous one is
acknowledged, which the other side may delay by 40 ms: an answer of several messages arrives late
when changes come quickly. uvloop, which Streamlit uses if it is installed, sets it itself; it does
not exist for Windows.
"""

import asyncio
import socket
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from typing import Any


@asynccontextmanager
async def sending_at_once(
    _app: Any, made_by: Callable[[Callable[..., Any]], Callable[..., Any]] = lambda make: make
) -> AsyncIterator[None]:
    """The `lifespan` of `st.App`, which begins just before the server accepts connections.

    `made_by` may replace the protocol factory, which is called for each connection.

    The server's socket is not accessible from here, but the loop that receives it is. A loop whose
    method cannot be replaced is left as it is.
    """
    loop = asyncio.get_running_loop()
    create_server = loop.create_server

    async def create_tcp_server(
        make: Callable[..., Any], *args: Any, sock: socket.socket | None = None, **options: Any
    ) -> Any:
        listener = sock and naming_tcp(sock)
        return await create_server(made_by(make), *args, sock=listener, **options)

    with suppress(AttributeError):
        loop.create_server = create_tcp_server
    try:
        yield
    finally:
        with suppress(AttributeError):
            del loop.create_server


def naming_tcp(listener: socket.socket) -> socket.socket:
    """Return the same listening socket, with TCP as its protocol if it cannot be anything else.

    Setting TCP_NODELAY on the listener itself would miss those who connect while the server is
    still starting: their connections are already made, and wait to be accepted.
    """
    is_internet = listener.family in (socket.AF_INET, socket.AF_INET6)
    if not is_internet or listener.type != socket.SOCK_STREAM or listener.proto:
        return listener
    return socket.fromfd(listener.fileno(), listener.family, listener.type, socket.IPPROTO_TCP)
