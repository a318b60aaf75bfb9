"""Give answers priority over reruns: a person waits for an answer, only the session for a rerun."""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Condition, Lock

LONGEST_TURN = 5.0
"""Seconds after which a rerun no longer waits for the one before it."""


class Precedence:
    """Counts those who go first; the others give way, but never for long, and go one by one.

    The interpreter runs one thread at a time anyway. Those that want it too wake up again and again
    to ask for it: of thirty people's reruns that took twice as long as their work.
    """

    def __init__(self) -> None:
        self._first, self._none_left = 0, Condition()
        self._turn = Lock()

    @contextmanager
    def going_first(self) -> Iterator[None]:
        with self._none_left:
            self._first += 1
        try:
            yield
        finally:
            with self._none_left:
                self._first -= 1
                if not self._first:
                    self._none_left.notify_all()

    def give_way(self, seconds: float) -> None:
        """Wait until nobody goes first any more; at most so long."""
        with self._none_left:
            self._none_left.wait_for(lambda: not self._first, seconds)

    @contextmanager
    def going_behind(self, seconds: float, turn: float = LONGEST_TURN) -> Iterator[None]:
        """When one's turn has come, and `seconds` at most behind those who go first.

        Who has waited for `turn` seconds goes on beside the one whose turn it is.
        """
        is_own = self._turn.acquire(timeout=turn)
        try:
            self.give_way(seconds)
            yield
        finally:
            if is_own:
                self._turn.release()


ANSWERS = Precedence()
"""Those of this server."""
