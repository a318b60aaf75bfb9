"""Values that the engine computes for a page: requested once, available when computed.

Responses do not wait for a worker: they report that a number comes soon, and are requested again.
"""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import BoundedSemaphore, Event, Lock, Thread
from typing import Generic, TypeVar

V = TypeVar("V")
PATIENCE = 0.2
"""The most seconds that a response waits."""
AT_ONCE = 8
"""The most values computed at the same time; further requests have to be repeated."""


class PendingError(Exception):
    """The value is being computed; ask again in a moment."""


class _PendingValue(Generic[V]):
    def __init__(self, call: Callable[[], V], place: BoundedSemaphore) -> None:
        self._call, self._place, self.there = call, place, Event()
        self.value: V
        """There is one only when it is computed, without an error."""
        self.error: Exception | None = None
        Thread(target=self._compute, daemon=True, name="pending").start()

    def _compute(self) -> None:
        try:
            self.value = self._call()
        except Exception as error:
            self.error = error
        self._place.release()
        self.there.set()


class PendingCache(Generic[V]):
    """A cache of the newest values by key. A failed one is computed again on the next request."""

    def __init__(self, most: int) -> None:
        self._most, self._lock, self._places = most, Lock(), BoundedSemaphore(AT_ONCE)
        self._values: OrderedDict[Hashable, _PendingValue[V]] = OrderedDict()

    def get(self, key: Hashable, call: Callable[[], V]) -> V:
        """The value of a key.

        Raises: PendingError while `call` computes it; any error of `call`.
        """
        with self._lock:
            if key not in self._values:
                if not self._places.acquire(blocking=False):
                    raise PendingError
                self._values[key] = _PendingValue(call, self._places)
            pending = self._values[key]
            self._values.move_to_end(key)
            while len(self._values) > self._most:
                self._values.popitem(last=False)
        if not pending.there.wait(PATIENCE):
            raise PendingError
        if pending.error is not None:
            with self._lock:
                self._values.pop(key, None)
            raise pending.error
        return pending.value
