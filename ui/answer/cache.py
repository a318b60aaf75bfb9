"""A small cache of recent answers, shared by the direct request and the page's rerun."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from threading import Event, Lock
from typing import Generic, TypeVar

V = TypeVar("V")


@dataclass
class _Entry(Generic[V]):
    value: V
    size: int


class SizedCache(Generic[V]):
    """A cache of the newest values by key, up to a total size; each value is made once.

    Concurrent requests for the same key compute it only once. `size_of` returns the size of a
    value, or None if it must not be cached.
    """

    def __init__(self, most: int, size_of: Callable[[V], int | None]) -> None:
        self._most, self._size, self._size_of, self._lock = most, 0, size_of, Lock()
        self._entries: OrderedDict[Hashable, _Entry[V]] = OrderedDict()
        self._underway: dict[Hashable, Event] = {}

    def __len__(self) -> int:
        return len(self._entries)

    def get(self, key: Hashable, make: Callable[[], V]) -> V:
        """Return the cached value of a key, or make it with `make`. Raises: what `make` raises."""
        while True:
            with self._lock:
                if key in self._entries:
                    self._entries.move_to_end(key)
                    return self._entries[key].value
                done = self._underway.get(key)
                if done is None:
                    mine = self._underway[key] = Event()
                    break
            done.wait()
        try:
            made = make()
            size = self._size_of(made)
            if size is not None:
                with self._lock:
                    self._entries[key] = _Entry(made, size)
                    self._grow(size)
            return made
        finally:
            with self._lock:
                del self._underway[key]
            mine.set()

    def weigh(self, key: Hashable, more: int) -> None:
        """Add to the size of a cached value that has grown."""
        with self._lock:
            if key in self._entries:
                self._entries[key].size += more
                self._grow(more)

    def _grow(self, by: int) -> None:
        self._size += by
        while self._size > self._most and len(self._entries) > 1:
            self._size -= self._entries.popitem(last=False)[1].size
