"""Wake the requests that wait on the event loop when something changes in another thread."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from threading import Lock


class Subscribers:
    """The requests that wait for one thing to change."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._events: list[tuple[asyncio.AbstractEventLoop, asyncio.Event]] = []

    @contextmanager
    def subscribed(self) -> Iterator[asyncio.Event]:
        """Give an event of the running loop, which every change from now on sets.

        Subscribe before looking at the thing itself, and clear the event before looking again: so
        no change is missed.
        """
        one = asyncio.get_running_loop(), asyncio.Event()
        with self._lock:
            self._events.append(one)
        try:
            yield one[1]
        finally:
            with self._lock:
                self._events.remove(one)

    def notify(self) -> None:
        """Wake all subscribers. May be called from any thread."""
        with self._lock:
            events = list(self._events)
        for loop, event in events:
            # A loop that has been closed has no one left to wake.
            with suppress(RuntimeError):
                loop.call_soon_threadsafe(event.set)
