"""A fair share for every client of what there is too little of: turns to compute, memory.

There is no limit on what one client may ask for in a time: a school of 300 is one client. Whoever
asks gets what is free. Only while more is asked for than there is, a share counts: then those who
hold least come first, and whoever waits in the largest number is the one who is sent away.
"""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from itertools import count


class CrowdedError(Exception):
    """Too many wait already; to be asked for again later."""


@dataclass(eq=False)
class Share:
    """What one request holds, or waits for."""

    client: str
    size: int
    is_held: bool = False
    turn: asyncio.Future[None] | None = None


class Shares:
    """So much of a thing, shared by clients. Belongs to one event loop.

    Args:
        most: how much there is: turns, or bytes.
        most_waiting: how many requests wait for it; the next one costs somebody a place.
        spares: a client gets more only while as much would be left for others as it has itself. So
            one client alone has half, and there is always some left for whoever comes.
    """

    def __init__(self, most: int, most_waiting: int, *, spares: bool = False) -> None:
        self._most, self._most_waiting, self._spares = most, most_waiting, spares
        self._held: Counter[str] = Counter()
        self._served: dict[str, int] = {}
        """When each client that waits or holds something was served last."""
        self._times = count(1)
        self._waiting: list[Share] = []

    @property
    def free(self) -> int:
        return self._most - self._held.total()

    @asynccontextmanager
    async def held(self, client: str, size: int = 1) -> AsyncIterator[Share]:
        """Hold so much, when its turn has come. Raises: CrowdedError."""
        share = Share(client, min(size, self._most))
        await self._wait(share)
        try:
            yield share
        finally:
            self.shrink(share, 0)

    def shrink(self, share: Share, size: int) -> None:
        """Give back what turns out not to be needed of what is held."""
        left = min(size, share.size)
        self._held[share.client] -= share.size - left
        share.size = left
        if not self._held[share.client]:
            del self._held[share.client]
        self._serve()

    async def _wait(self, share: Share) -> None:
        self._let_in(share)
        share.turn = asyncio.get_running_loop().create_future()
        self._waiting.append(share)
        self._serve()
        try:
            await share.turn
        except BaseException:
            # Its turn may have come just when it went away.
            if share.is_held:
                self.shrink(share, 0)
            elif share in self._waiting:
                self._waiting.remove(share)
            raise

    def _let_in(self, share: Share) -> None:
        """Make a place in the line, where it is full. Raises: CrowdedError where there is none."""
        if len(self._waiting) < self._most_waiting or self._is_next(share):
            return
        waiting = Counter(one.client for one in self._waiting)
        largest, number = max(waiting.items(), key=lambda one: one[1], default=(share.client, 0))
        if waiting[share.client] >= number - 1:
            raise CrowdedError
        last = next(one for one in reversed(self._waiting) if one.client == largest)
        self._waiting.remove(last)
        if last.turn and not last.turn.done():
            last.turn.set_exception(CrowdedError())

    def _is_next(self, share: Share) -> bool:
        return not self._waiting and self._fits(share)

    def _fits(self, share: Share) -> bool:
        own = self._held[share.client] if self._spares else 0
        return own + share.size <= self.free

    def _serve(self) -> None:
        """Give to everybody for whom there is something, in a fair order."""
        while (share := self._next()) is not None:
            self._waiting.remove(share)
            share.is_held = True
            self._held[share.client] += share.size
            self._served[share.client] = next(self._times)
            if share.turn and not share.turn.done():
                share.turn.set_result(None)
        here = self._held.keys() | {share.client for share in self._waiting}
        self._served = {one: at for one, at in self._served.items() if one in here}

    def _next(self) -> Share | None:
        """Of the first of each client that fits: of who holds least, then of who waits longest."""
        first: dict[str, Share] = {}
        for share in self._waiting:
            first.setdefault(share.client, share)
        fitting = [share for share in first.values() if self._fits(share)]
        key = {
            one.client: (self._held[one.client], self._served.get(one.client, 0)) for one in fitting
        }
        return min(fitting, key=lambda one: key[one.client], default=None)
