"""Give answers priority over reruns: a person waits for an answer, only the session for a rerun."""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Condition, Lock

LONGEST_TURN = 5.0
"""Seconds after which a rerun no longer waits for the previous one."""


class Precedence:
    """Let answers go first; reruns give way, but never for long, and run one at a time.

    The interpreter runs one thread at a time anyway. Waiting threads keep waking up to ask for it:
    with the reruns of thirty users, that took twice as long as their work.
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
        """Wait until no answer goes first any more, for at most `seconds`."""
        with self._none_left:
            self._none_left.wait_for(lambda: not self._first, seconds)

    @contextmanager
    def going_behind(self, seconds: float, turn: float = LONGEST_TURN) -> Iterator[None]:
        """Wait for one's turn, then give way to answers for at most `seconds`.

        After waiting for `turn` seconds, go on without a turn, next to the one that has it.
        """
        is_own = self._turn.acquire(timeout=turn)
        try:
            self.give_way(seconds)
            yield
        finally:
            if is_own:
                self._turn.release()


ANSWERS = Precedence()
"""The answers of this server."""
