"""Share scarce resources fairly among clients: turns to compute, memory.

There is no limit on what one client may request in a period of time: a school of 300 is one client.
Requests get what is free. Only when more is requested than is available, shares count: then the
clients that hold least come first, and the client with the most waiting requests is refused.
"""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from itertools import count


class CrowdedError(Exception):
    """Too many requests are waiting; try again later."""


@dataclass(eq=False)
class Share:
    """What one request holds or waits for."""

    client: str
    size: int
    is_held: bool = False
    turn: asyncio.Future[None] | None = None


class Shares:
    """An amount of something, shared by clients. Belongs to one event loop.

    Args:
        most: the total amount: turns, or bytes.
        most_waiting: how many requests may wait; one more costs some client a place.
        spares: a client gets more only while as much is left for others as it has itself. So a
            single client gets half, and there is always some left for a new one.
    """

    def __init__(self, most: int, most_waiting: int, *, spares: bool = False) -> None:
        self._most, self._most_waiting, self._spares = most, most_waiting, spares
        self._held: Counter[str] = Counter()
        self._served: dict[str, int] = {}
        """When each client that waits or holds something was last served."""
        self._times = count(1)
        self._waiting: list[Share] = []

    @property
    def free(self) -> int:
        return self._most - self._held.total()

    @asynccontextmanager
    async def held(self, client: str, size: int = 1) -> AsyncIterator[Share]:
        """Hold this much when its turn has come. Raises: CrowdedError."""
        share = Share(client, min(size, self._most))
        await self._wait(share)
        try:
            yield share
        finally:
            self.shrink(share, 0)

    def shrink(self, share: Share, size: int) -> None:
        """Give back the part that turns out not to be needed."""
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
            # Its turn may have come just as it was cancelled.
            if share.is_held:
                self.shrink(share, 0)
            elif share in self._waiting:
                self._waiting.remove(share)
            raise

    def _let_in(self, share: Share) -> None:
        """Make room in a full queue. Raises: CrowdedError if there is none."""
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
        """Serve all requests that fit, in a fair order."""
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
        """Pick among each client's first request that fits: the least held, then the
        longest wait.
        """
        first: dict[str, Share] = {}
        for share in self._waiting:
            first.setdefault(share.client, share)
        fitting = [share for share in first.values() if self._fits(share)]
        key = {
            one.client: (self._held[one.client], self._served.get(one.client, 0)) for one in fitting
        }
        return min(fitting, key=lambda one: key[one.client], default=None)
