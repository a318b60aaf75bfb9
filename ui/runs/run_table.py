"""The runs of a server, those that wait with their places, and the news of what changes."""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import RLock, Thread

from ui.runs.fairness import fair_order, give_way
from ui.runs.run import Run


class RunTable:
    """Every run of a server, and the queue of waiting ones.

    Private methods are called with the lock held. Whatever changes a run does it in `_changing`,
    which wakes the requests that wait for news of it.
    """

    def __init__(self) -> None:
        self._lock = RLock()
        self._runs: dict[str, Run] = {}
        self._queue: list[Run] = []
        self._has_holes = False
        """Memory was freed that lies between blocks still in use."""
        self._ordered: tuple[tuple[tuple[Run, ...], ...], dict[str, int]] = ((), {})
        """Cached places in the queue, with the runs that they were computed for."""
        self._starting: Thread | None = None
        """What starts the cluster, as long as it does."""

    @contextmanager
    def _changing(self) -> Iterator[None]:
        """Hold the lock, then publish what has changed meanwhile."""
        with self._lock:
            try:
                yield
            finally:
                self._publish()

    def _publish(self) -> None:
        """Wake the requests that wait for a run with a new status, place or record."""
        places = self._places()
        for run in self._runs.values():
            run.publish(places.get(run.id, 0), self._is_starting(run))

    def _is_starting(self, run: Run) -> bool:
        return run.status == "waiting" and self._starting is not None

    def _discard(self, run: Run) -> None:
        del self._runs[run.id]
        self._has_holes = True
        run.subscribers.notify()

    def _make_room(self, grown: Run) -> None:
        """Free memory of clients that use more than their share."""
        for run in give_way(self._runs.values(), grown):
            self._discard(run)

    def _computed(self) -> list[Run]:
        return [run for run in self._runs.values() if run.future is not None]

    def _places(self) -> dict[str, int]:
        """Return the place of every waiting run, from 1, by its id."""
        computed = self._computed()
        key = (tuple(self._queue), tuple(computed))
        if key != self._ordered[0]:
            order = fair_order(self._queue, computed)
            self._ordered = key, {one.id: place for place, one in enumerate(order, 1)}
        return self._ordered[1]
