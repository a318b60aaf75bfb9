"""Places that are shared out among clients while they wait, none of whom is turned away."""

from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import anyio


class Places:
    """So many can be taken at once, by one client as many as are still free.

    To be used in one event loop.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._taken: Counter[str] = Counter()
        self._changed = anyio.Event()

    @asynccontextmanager
    async def of(self, client: str) -> AsyncIterator[None]:
        """Have a place as soon as the client may have one more."""
        while self._taken[client] >= self._most - self._taken.total():
            await self._changed.wait()
        self._taken[client] += 1
        try:
            yield
        finally:
            self._taken[client] -= 1
            self._taken += Counter()  # those who have none are forgotten
            self._changed.set()
            self._changed = anyio.Event()
