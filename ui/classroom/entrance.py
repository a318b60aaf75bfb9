"""The door of classes: whoever types code after code waits, and their school still gets in."""

import asyncio
from collections import defaultdict

from ui.classroom.store import Store

FREE_MISSES = 30
"""Wrong codes from one address in `WINDOW_SECONDS` that cost nothing: typing errors of a class."""
WINDOW_SECONDS = 60.0
PAUSE_SECONDS = 0.5
"""Between two people of an address with more wrong codes: one after the other."""
MOST_WAITING = 400
"""People of one address who wait; one more has to try again."""


class TooManyError(Exception):
    """Too many of this address wait already."""


class Entrance:
    """Lets people in; belongs to one event loop."""

    def __init__(self, store: Store, pause: float = PAUSE_SECONDS) -> None:
        self._store, self._pause = store, pause
        self._turns: defaultdict[str, asyncio.Lock] = defaultdict(asyncio.Lock)
        self._waiting: defaultdict[str, int] = defaultdict(int)

    async def missed(self, client: str) -> None:
        """Count a wrong code."""
        if await self._store.count(f"missed:{client}", WINDOW_SECONDS) > FREE_MISSES:
            await self._store.create(f"slow:{client}", b"1", WINDOW_SECONDS)

    async def turn(self, client: str) -> None:
        """Wait for one's turn, right code or wrong. Raises: TooManyError."""
        if await self._store.read(f"slow:{client}") is None:
            return
        if self._waiting[client] >= MOST_WAITING:
            raise TooManyError
        self._waiting[client] += 1
        try:
            async with self._turns[client]:
                await asyncio.sleep(self._pause)
        finally:
            self._waiting[client] -= 1
            if not self._waiting[client]:
                del self._waiting[client], self._turns[client]
