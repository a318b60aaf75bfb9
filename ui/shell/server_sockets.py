"""Answers that leave the server at once.

Streamlit 1.67 listens on a socket of its own that does not name its protocol, and asyncio sets
TCP_NODELAY only on connections of a socket that names TCP. A small message then waits until the one
before it is acknowledged, for which the other side may take 40 ms: an answer of several messages
comes late as soon as changes come quickly. uvloop, which Streamlit takes where it is installed,
sets it by itself; there is none for Windows.
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
    """For the `lifespan` of `st.App`, which begins just before the server opens for connections.

    `made_by` may put another maker of protocols, one for each connection, in the place of one.

    The server's socket is out of reach from there, but not the loop that it is handed to. A loop
    whose method cannot be replaced keeps its own.
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
    """The same listening socket, with TCP for its protocol where it can be nothing else.

    Setting TCP_NODELAY on the listener itself would leave out whoever connects while the server
    still starts: those connections have been made, and wait to be accepted.
    """
    is_internet = listener.family in (socket.AF_INET, socket.AF_INET6)
    if not is_internet or listener.type != socket.SOCK_STREAM or listener.proto:
        return listener
    return socket.fromfd(listener.fileno(), listener.family, listener.type, socket.IPPROTO_TCP)
