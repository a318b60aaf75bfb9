"""Give answers priority over reruns: a person waits for an answer, only the session for a rerun."""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Condition, Lock

LONGEST_TURN = 5.0
"""Seconds after which a rerun no longer waits for the previous one."""


class PriorityGate:
    """Let urgent work go first; background work waits for it, but never for long, and runs alone.

    The interpreter runs one thread at a time anyway. Waiting threads keep waking up to ask for it:
    with the reruns of thirty users, that took twice as long as their work.
    """

    def __init__(self) -> None:
        self._urgent, self._none_left = 0, Condition()
        self._turn = Lock()

    @contextmanager
    def urgent(self) -> Iterator[None]:
        with self._none_left:
            self._urgent += 1
        try:
            yield
        finally:
            with self._none_left:
                self._urgent -= 1
                if not self._urgent:
                    self._none_left.notify_all()

    def wait_for_urgent(self, seconds: float) -> None:
        """Wait until no urgent work is left, for at most `seconds`."""
        with self._none_left:
            self._none_left.wait_for(lambda: not self._urgent, seconds)

    @contextmanager
    def background(self, seconds: float, turn: float = LONGEST_TURN) -> Iterator[None]:
        """Wait for one's turn, then give way to answers for at most `seconds`.

        After waiting for `turn` seconds, go on without a turn, next to the one that has it.
        """
        is_own = self._turn.acquire(timeout=turn)
        try:
            self.wait_for_urgent(seconds)
            yield
        finally:
            if is_own:
                self._turn.release()


GATE = PriorityGate()
"""The one gate of this server."""
