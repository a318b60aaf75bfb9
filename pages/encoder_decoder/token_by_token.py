"""What takes a run of the decoder for each token: some with each answer, where all take long."""

from collections.abc import Iterator
from threading import Lock
from typing import Generic, TypeVar

T = TypeVar("T")
ANSWER_SECONDS = 0.3
SECONDS_OF_A_LAYER = 1e-3
"""On a slow machine: what a run costs for each layer, and for each parameter and token."""
SECONDS_OF_A_PARAMETER = 1e-10


def tokens_at_once(parameters: int, num_layers: int, count: int) -> int:
    """Return how many of `count` tokens an answer takes; on average a run is half as long."""
    a_run = SECONDS_OF_A_LAYER * num_layers + SECONDS_OF_A_PARAMETER * parameters * (count + 1) / 2
    return max(1, int(ANSWER_SECONDS / a_run))


class TokenByToken(Generic[T]):
    """The results for one token after the other, as far as they are computed; for all threads."""

    def __init__(self, results: Iterator[T], most: int) -> None:
        self.most, self.done, self.is_whole = most, list[T](), False
        self._results, self._lock = results, Lock()

    def take(self, count: int) -> int:
        """Compute up to `count` more; return how many of these were not needed."""
        with self._lock:
            while count > 0 and not self.is_whole:
                try:
                    self.done.append(next(self._results))
                except StopIteration:
                    self.is_whole = True
                    break
                self.is_whole = len(self.done) == self.most
                count -= 1
        return count

    def all(self) -> list[T]:
        """Return the results for all tokens: those that are missing are computed now."""
        self.take(self.most)
        return self.done
