"""The store of one process: what is kept ends with it."""

import asyncio
import time
from collections import defaultdict
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from ui.classroom.store import Put, growth

MOST_UNREAD = 100
"""Messages that wait for a listener; the oldest is dropped for one more."""
MOST_NAMES = 20_000
"""Values and tables in all; for one more, the one that would end first is dropped."""
MOST_BYTES = 256_000_000
"""Of all of them; for more, the largest is dropped: a flood costs a class of usual size nothing."""
NAME_BYTES, FIELD_BYTES = 600, 150
"""What Python needs for an entry and for a field of it, beside what they contain."""
SWEEP_SECONDS = 30.0
"""How long what has ended is kept at most."""


@dataclass
class _Kept:
    value: bytes | int
    fields: dict[str, bytes]
    until: float
    size: int
    """Bytes, with its name."""


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
    _timer: asyncio.TimerHandle | None = None
    size: int = 0
    """Bytes of all that is kept."""

    def _found(self, name: str) -> _Kept | None:
        kept = self._kept.get(name)
        if kept is not None and kept.until <= self.clock():
            self._drop(name)
            return None
        return kept

    def _drop(self, name: str) -> None:
        kept = self._kept.pop(name, None)
        if kept is not None:
            self.size -= kept.size

    def _keep(self, name: str, value: bytes | int, seconds: float) -> _Kept:
        self._drop(name)
        size = NAME_BYTES + len(name) + (len(value) if isinstance(value, bytes) else 0)
        self._make_room(size, names=1)
        kept = self._kept[name] = _Kept(value, {}, self.clock() + seconds, size)
        self.size += size
        self._look_later()
        return kept

    def _put(self, table: str, field: str, value: bytes, seconds: float) -> None:
        kept = self._found(table) or self._keep(table, b"", seconds)
        grown = len(value) - len(kept.fields[field]) if field in kept.fields else 0
        if field not in kept.fields:
            grown = FIELD_BYTES + len(field) + len(value)
        self._make_room(grown)
        if table not in self._kept:
            # It was the largest itself.
            kept, grown = self._keep(table, b"", seconds), FIELD_BYTES + len(field) + len(value)
        kept.fields[field] = value
        kept.until = self.clock() + seconds
        kept.size += grown
        self.size += grown

    def _make_room(self, size: int, names: int = 0) -> None:
        """Drop what has ended, then what would end first or is the largest, as far as needed."""

        def is_room() -> bool:
            return len(self._kept) + names <= MOST_NAMES and self.size + size <= MOST_BYTES

        if not is_room():
            self._sweep()
        while self._kept and not is_room():
            if len(self._kept) + names > MOST_NAMES:
                self._drop(min(self._kept, key=lambda name: self._kept[name].until))
            else:
                self._drop(max(self._kept, key=lambda name: self._kept[name].size))

    def _sweep(self) -> None:
        now = self.clock()
        for name in [name for name, kept in self._kept.items() if kept.until <= now]:
            self._drop(name)

    def _look_later(self) -> None:
        """Let nothing lie here that has ended, also where nobody asks for it any more."""
        if self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(SWEEP_SECONDS, self._look)

    def _look(self) -> None:
        self._timer = None
        self._sweep()
        if self._kept:
            self._look_later()

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
            self._drop(name)

    async def count(self, name: str, seconds: float) -> int:
        kept = self._found(name) or self._keep(name, 0, seconds)
        assert isinstance(kept.value, int)
        kept.value += 1
        return kept.value

    async def put(self, table: str, field: str, value: bytes, seconds: float, most: int) -> bool:
        kept = self._found(table)
        if kept is not None and field not in kept.fields and len(kept.fields) >= most:
            return False
        self._put(table, field, value, seconds)
        return True

    async def put_while(
        self,
        gate: str,
        opened: bytes,
        table: str,
        field: str,
        value: bytes,
        seconds: float,
        *,
        within: tuple[str, int],
    ) -> Put:
        if await self.read(gate) != opened:
            return "closed"
        counter, most = within
        found = self._found(table)
        before = None if found is None else found.fields.get(field)
        grown = growth(field, value, before)
        counted = self._found(counter) or self._keep(counter, 0, seconds)
        assert isinstance(counted.value, int)
        if grown > 0 and counted.value + grown > most:
            return "full"
        counted.value += grown
        counted.until = self.clock() + seconds
        self._put(table, field, value, seconds)
        return "put"

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
