"""Connections that ask for nothing, or read nothing: each has a time after which it is closed.

uvicorn 0.54 closes a connection that has been quiet for 5 seconds behind an answer, but waits for
ever for the first request, and for the end of headers that have begun; Streamlit 1.67 hands it no
limits. So does what an answer leaves in a connection's memory, and a websocket that nobody reads.
"""

import asyncio
import logging
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from ui.shell.client import named
from ui.shell.descriptors import raise_limit
from ui.shell.server_sockets import sending_at_once

LOGGER = logging.getLogger(__name__)
LOOK_SECONDS = 2.0
REQUEST_SECONDS = 20.0
"""In which the headers of a request have to be here, from the first moment or the last answer."""
READ_SECONDS = 60.0
"""After which somebody has to have read something of what is there for them."""
HANDSHAKE_SECONDS = 120.0
"""After which a connection that never came about, such as one that speaks no TLS, is forgotten."""
LARGEST_MESSAGE = 1_000_000
"""Bytes of a websocket's message that comes in: what one control or a picture says. Streamlit
bounds both ways alike, and numbers that leave are larger."""


@dataclass(eq=False)
class _Connection:
    """One connection, and since when it has been as it is."""

    protocol: Any
    since_busy: float
    since_read: float
    unread: int = 0

    @property
    def transport(self) -> Any:
        return getattr(self.protocol, "transport", None)

    @property
    def is_asking(self) -> bool:
        """Whether a request is on its way in, and nothing else is to do: no answer, no websocket.

        Where the protocol does not say, a request counts as being answered.
        """
        if self.transport.get_protocol() is not self.protocol:
            return False
        cycle = getattr(self.protocol, "cycle", self)
        return cycle is None or getattr(cycle, "response_complete", False)


@dataclass
class Connections:
    """Every connection of a server. Belongs to one event loop.

    Args:
        most: so many may be open; of more, the client with the most loses those that ask for
            nothing, the oldest first. None for any number.
        clock: seconds that only rise.
    """

    most: int | None = None
    clock: Callable[[], float] = time.monotonic
    _open: list[_Connection] = field(default_factory=list)

    def made_by(self, make: Callable[..., Any]) -> Callable[..., Any]:
        """The same maker of protocols, whose connections are watched."""

        def watched(*args: Any, **options: Any) -> Any:
            protocol, now = make(*args, **options), self.clock()
            settings = getattr(protocol, "config", None)
            if getattr(settings, "ws_max_size", 0) > LARGEST_MESSAGE:
                settings.ws_max_size = LARGEST_MESSAGE
            self._open.append(_Connection(protocol, now, now))
            if self.most is not None and len(self._open) > self.most:
                self._thin_out()
            return protocol

        return watched

    async def watch(self) -> None:
        """Look after them, for as long as the server runs."""
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            try:
                self.look()
            except Exception:
                LOGGER.exception("Connections are no longer watched")
                return

    def look(self) -> None:
        """Close those whose time is over, and some of a client that has too many."""
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
        # A few more than needed, so that not every further one has all of them looked through.
        for _ in range(len(there) - self.most * 9 // 10):
            most = max((numbers[_client(one)] for one in asking), default=0)
            worst = next((one for one in asking if numbers[_client(one)] == most), None)
            if worst is None:
                return
            numbers[_client(worst)] -= 1
            asking.remove(worst)
            worst.transport.abort()


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
    """What a connection does at the moment."""
    if not one.is_asking:
        one.since_busy = now
    unread = _unread(one)
    if not unread or unread != one.unread:
        one.since_read = now
    one.unread = unread


@asynccontextmanager
async def watched(app: Any) -> AsyncIterator[None]:
    """For the `lifespan` of `st.App`: what is sent leaves at once, and connections are watched.

    Half of the descriptors are for connections, the others for what is behind them.
    """
    limit = raise_limit()
    connections = Connections(limit // 2 if limit else None)
    async with sending_at_once(app, connections.made_by):
        watch = asyncio.create_task(connections.watch())
        try:
            yield
        finally:
            watch.cancel()
