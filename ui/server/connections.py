"""Close connections that send no request, or do not read their answer, after a time limit.

uvicorn 0.54 closes a connection that has been idle for 5 seconds after an answer, but waits for
ever for the first request and for the end of headers that have begun; Streamlit 1.67 sets no
limits. The same goes for the unread part of an answer, and for a websocket that no one reads.
"""

import asyncio
import logging
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from typing import Any

from ui.server.client import named
from ui.server.descriptors import raise_limit
from ui.server.ending import ENDING, Ending
from ui.streamlit.seams import sending_at_once

LOGGER = logging.getLogger(__name__)
LOOK_SECONDS = 2.0
REQUEST_SECONDS = 20.0
"""Time limit for the headers of a request, from the start of the connection or the last answer."""
READ_SECONDS = 60.0
"""Time limit for reading at least part of the data that is waiting."""
HANDSHAKE_SECONDS = 120.0
"""Time limit for a connection that is never established, such as one that does not speak TLS."""
LARGEST_MESSAGE = 1_000_000
"""Largest incoming websocket message, in bytes: the value of one control, or an action in a
picture. Streamlit uses one limit for both directions, and outgoing numbers are larger."""


@dataclass(eq=False)
class _Connection:
    """One connection, and the time since its state last changed."""

    protocol: Any
    since_busy: float
    since_read: float
    unread: int = 0

    @property
    def transport(self) -> Any:
        return getattr(self.protocol, "transport", None)

    @property
    def is_asking(self) -> bool:
        """Return whether only an incoming request is pending: no answer, no websocket.

        If the protocol does not tell, a request counts as being answered.
        """
        if self.transport.get_protocol() is not self.protocol:
            return False
        cycle = getattr(self.protocol, "cycle", self)
        return cycle is None or getattr(cycle, "response_complete", False)


@dataclass
class Connections:
    """Every connection of a server. Belongs to one event loop.

    Args:
        most: how many may be open. Above that, the client with the most loses those that send no
            request, the oldest first. None for no limit.
        clock: a monotonic clock, in seconds.
    """

    most: int | None = None
    clock: Callable[[], float] = time.monotonic
    ending: Ending = field(default_factory=Ending)
    """Begins when the server asks its connections to end."""
    _open: list[_Connection] = field(default_factory=list)

    def made_by(self, make: Callable[..., Any]) -> Callable[..., Any]:
        """Return the same protocol factory, with its connections watched."""

        def watched(*args: Any, **options: Any) -> Any:
            protocol, now = make(*args, **options), self.clock()
            settings: Any = getattr(protocol, "config", None)
            if settings is not None and getattr(settings, "ws_max_size", 0) > LARGEST_MESSAGE:
                settings.ws_max_size = LARGEST_MESSAGE
            _ask_first(protocol, self.ending.begin)
            self._open.append(_Connection(protocol, now, now))
            if self.most is not None and len(self._open) > self.most:
                self._thin_out()
            return protocol

        return watched

    async def watch(self) -> None:
        """Check the connections for as long as the server runs."""
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            try:
                self.look()
            except Exception:
                LOGGER.exception("Connections are no longer watched")
                return

    def look(self) -> None:
        """Close connections past their time limit, and some of a client that has too many."""
        now = self.clock()
        self._open = [one for one in self._open if not _is_gone(one, now)]
        for one in self._there():
            _note(one, now)
            is_late = now - one.since_busy > REQUEST_SECONDS
            if is_late or now - one.since_read > READ_SECONDS:
                one.transport.abort()
        self._thin_out()

    def _there(self) -> list[_Connection]:
        return [one for one in self._open if one.transport is not None]

    def _thin_out(self) -> None:
        there = self._there()
        if self.most is None or len(there) <= self.most:
            return
        numbers = Counter(map(_client, there))
        asking = sorted((one for one in there if one.is_asking), key=lambda one: one.since_busy)
        # A few more than needed, so that not every new one requires checking them all.
        for _ in range(len(there) - self.most * 9 // 10):
            most = max((numbers[_client(one)] for one in asking), default=0)
            worst = next((one for one in asking if numbers[_client(one)] == most), None)
            if worst is None:
                return
            numbers[_client(worst)] -= 1
            asking.remove(worst)
            worst.transport.abort()


def _ask_first(protocol: Any, begin: Callable[[], None]) -> None:
    """Let a protocol that the server asks to end, which then waits for its answer, tell so."""
    shutdown: Callable[[], None] | None = getattr(protocol, "shutdown", None)
    if shutdown is None:
        return

    def told() -> None:
        begin()
        shutdown()

    # One that cannot be replaced ends when its answer does.
    with suppress(AttributeError):
        protocol.shutdown = told


def _is_gone(one: _Connection, now: float) -> bool:
    if one.transport is None:
        return now - one.since_busy > HANDSHAKE_SECONDS
    return one.transport.is_closing() and not _unread(one)


def _client(one: _Connection) -> str:
    address = one.transport.get_extra_info("peername")
    return named(address[0]) if isinstance(address, tuple) else ""


def _unread(one: _Connection) -> int:
    size: int = one.transport.get_write_buffer_size()
    return size


def _note(one: _Connection, now: float) -> None:
    """Update the state of a connection."""
    if not one.is_asking:
        one.since_busy = now
    unread = _unread(one)
    if not unread or unread != one.unread:
        one.since_read = now
    one.unread = unread


@asynccontextmanager
async def watched(app: Any) -> AsyncIterator[None]:
    """The `lifespan` of `st.App`: data is sent immediately, connections are watched, and what is
    kept open ends with the server.

    Half of the file descriptors are for connections, the rest for what is needed to serve them.
    """
    limit = raise_limit()
    ENDING.has_begun = False
    connections = Connections(limit // 2 if limit else None, ending=ENDING)
    async with sending_at_once(app, connections.made_by):
        watch = asyncio.create_task(connections.watch())
        try:
            yield
        finally:
            watch.cancel()
