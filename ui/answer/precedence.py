"""Answers go before reruns: somebody waits for the one, and only the session for the other."""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Condition


class Precedence:
    """Counts those who go first; the others give way, but never for long."""

    def __init__(self) -> None:
        self._first, self._none_left = 0, Condition()

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


ANSWERS = Precedence()
"""Those of this server."""
