"""A cluster whose slices are computed when a test says so."""

from collections.abc import Callable
from concurrent.futures import Future
from typing import Any


class ClusterByHand:
    """Two workers that wait for `compute`."""

    threads = 2

    def __init__(self) -> None:
        self.is_started = False
        self.sent: list[tuple[Future[Any], Callable[[], Any]]] = []

    def __getattribute__(self, name: str) -> Any:
        if name == "threads":
            self.is_started = True
        return super().__getattribute__(name)

    def submit(self, call: Callable[..., Any], *arguments: Any, priority: int = 0) -> Future[Any]:
        future: Future[Any] = Future()
        self.sent.append((future, lambda: call(*arguments)))
        return future

    def compute(self, count: int = 1) -> None:
        """The slices that were sent first."""
        for _ in range(count):
            future, call = self.sent.pop(0)
            future.set_result(call())

    def fail(self, error: BaseException) -> None:
        """The slice that was sent first never comes."""
        self.sent.pop(0)[0].set_exception(error)

    def restart_worker_of(self, future: Any) -> None: ...

    def claim(self, user: Any) -> None: ...

    def let_go(self, user: Any) -> None:
        self.close()

    def close(self) -> None:
        self.is_started = False
