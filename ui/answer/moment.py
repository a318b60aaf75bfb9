"""The newest answers, kept for a moment: the trip and the page's rerun ask for the same ones."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Event, Lock


class Moment:
    """The newest texts of bytes by their keys, up to a size; each is made once.

    Who asks for one that somebody else is just making waits for it.
    """

    def __init__(self, most_bytes: int) -> None:
        self._most, self._size, self._lock = most_bytes, 0, Lock()
        self._kept: OrderedDict[Hashable, bytes] = OrderedDict()
        self._underway: dict[Hashable, Event] = {}

    def __len__(self) -> int:
        return len(self._kept)

    def get(self, key: Hashable, make: Callable[[], bytes]) -> bytes:
        """What is kept under a key; else what `make` makes. Raises: what `make` raises."""
        while True:
            with self._lock:
                if key in self._kept:
                    self._kept.move_to_end(key)
                    return self._kept[key]
                done = self._underway.get(key)
                if done is None:
                    mine = self._underway[key] = Event()
                    break
            done.wait()
        try:
            made = make()
            self._keep(key, made)
            return made
        finally:
            with self._lock:
                del self._underway[key]
            mine.set()

    def _keep(self, key: Hashable, made: bytes) -> None:
        with self._lock:
            self._kept[key] = made
            self._size += len(made)
            while self._size > self._most and len(self._kept) > 1:
                self._size -= len(self._kept.popitem(last=False)[1])
