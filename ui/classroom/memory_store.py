"""The store of one process: what is kept ends with it."""

import asyncio
import time
from collections import defaultdict
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

MOST_UNREAD = 100
"""Messages that wait for a listener; the oldest is dropped for one more."""
MOST_NAMES = 20_000
"""Values and tables in all; for one more, the one that would end first is dropped."""


@dataclass
class _Kept:
    value: bytes | int
    fields: dict[str, bytes]
    until: float


@dataclass
class MemoryStore:
    """See `Store`. Belongs to one event loop.

    Args:
        clock: seconds that only grow.
    """

    clock: Callable[[], float] = time.monotonic
    _kept: dict[str, _Kept] = field(default_factory=dict)
    _listeners: defaultdict[str, set[asyncio.Queue[bytes]]] = field(
        default_factory=lambda: defaultdict(set)
    )

    def _found(self, name: str) -> _Kept | None:
        kept = self._kept.get(name)
        if kept is not None and kept.until <= self.clock():
            del self._kept[name]
            return None
        return kept

    def _keep(self, name: str, value: bytes | int, seconds: float) -> _Kept:
        if name not in self._kept and len(self._kept) >= MOST_NAMES:
            self._make_room()
        kept = self._kept[name] = _Kept(value, {}, self.clock() + seconds)
        return kept

    def _make_room(self) -> None:
        now = self.clock()
        ended = [name for name, kept in self._kept.items() if kept.until <= now]
        first = min(self._kept, key=lambda name: self._kept[name].until)
        for name in ended or [first]:
            del self._kept[name]

    async def create(self, name: str, value: bytes, seconds: float) -> bool:
        if self._found(name) is not None:
            return False
        self._keep(name, value, seconds)
        return True

    async def read(self, name: str) -> bytes | None:
        kept = self._found(name)
        return kept.value if kept is not None and isinstance(kept.value, bytes) else None

    async def write(self, name: str, value: bytes, seconds: float) -> None:
        self._keep(name, value, seconds)

    async def swap(self, name: str, value: bytes, new: bytes, seconds: float) -> bool:
        if await self.read(name) != value:
            return False
        self._keep(name, new, seconds)
        return True

    async def remove(self, *names: str) -> None:
        for name in names:
            self._kept.pop(name, None)

    async def count(self, name: str, seconds: float) -> int:
        kept = self._found(name) or self._keep(name, 0, seconds)
        assert isinstance(kept.value, int)
        kept.value += 1
        return kept.value

    async def put(self, table: str, field: str, value: bytes, seconds: float, most: int) -> bool:
        kept = self._found(table) or self._keep(table, b"", seconds)
        if field not in kept.fields and len(kept.fields) >= most:
            return False
        kept.fields[field] = value
        kept.until = self.clock() + seconds
        return True

    async def put_while(
        self, gate: str, opened: bytes, table: str, field: str, value: bytes, seconds: float
    ) -> bool:
        if await self.read(gate) != opened:
            return False
        kept = self._found(table) or self._keep(table, b"", seconds)
        kept.fields[field] = value
        kept.until = self.clock() + seconds
        return True

    async def field(self, table: str, field: str) -> bytes | None:
        kept = self._found(table)
        return None if kept is None else kept.fields.get(field)

    async def table(self, name: str) -> dict[str, bytes]:
        kept = self._found(name)
        return {} if kept is None else dict(kept.fields)

    async def tell(self, channel: str, message: bytes) -> None:
        for queue in self._listeners.get(channel, ()):
            if queue.full():
                queue.get_nowait()
            queue.put_nowait(message)

    @asynccontextmanager
    async def listening(self, channel: str) -> AsyncIterator[AsyncIterator[bytes]]:
        queue: asyncio.Queue[bytes] = asyncio.Queue(MOST_UNREAD)
        self._listeners[channel].add(queue)
        try:
            yield _messages(queue)
        finally:
            self._listeners[channel].discard(queue)
            if not self._listeners[channel]:
                del self._listeners[channel]


async def _messages(queue: asyncio.Queue[bytes]) -> AsyncIterator[bytes]:
    while True:
        yield await queue.get()
