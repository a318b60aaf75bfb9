"""Models in memory, one instance of each for all users, for as long as they are used."""

import time
from collections import OrderedDict
from collections.abc import Callable, Hashable
from concurrent.futures import Future, wait
from threading import Lock, Thread, Timer

from ui.models.opened import OpenedModel
from ui.models.progress import Progress, Report

IDLE_SECONDS = 600.0
"""The seconds after which an unused model is dropped."""
_SECONDS_BETWEEN_REPORTS = 0.1

Read = Callable[[Report], OpenedModel]


class SharedModels:
    """The models requested last, at most `most_kept`, and those being loaded."""

    def __init__(self, most_kept: int) -> None:
        self._most_kept = most_kept
        self._lock = Lock()
        self._models: OrderedDict[Hashable, OpenedModel] = OrderedDict()
        self._loadings: dict[Hashable, _Loading] = {}
        self._asked: dict[Hashable, float] = {}
        """When each was last requested."""

    def get(self, key: Hashable, read: Read, on_progress: Report) -> OpenedModel:
        """The model of this key; if it is not there, `read` makes it in a separate thread.

        Concurrent requests wait for the same reading. `on_progress` is called in the caller's
        thread. Raises what `read` raises; the next request then starts again.
        """
        with self._lock:
            if key in self._models:
                return self._asked_for(key)
            loading = self._loadings.get(key)
            if loading is None:
                loading = self._loadings[key] = _Loading()
                Thread(target=self._read, args=(key, loading, read), daemon=True).start()
        return loading.result(on_progress)

    def there(self, key: Hashable) -> OpenedModel | None:
        """The model of this key if it has been read; this counts as a request."""
        with self._lock:
            return self._asked_for(key) if key in self._models else None

    def forget(self, key: Hashable) -> None:
        """Drop a model, so that the next request reads it again."""
        with self._lock:
            self._models.pop(key, None)

    def _asked_for(self, key: Hashable) -> OpenedModel:
        """The model, marked as just used. Call with the lock held."""
        self._asked[key] = time.monotonic()
        self._models.move_to_end(key)
        return self._models[key]

    def _look_after(self, key: Hashable, seconds: float) -> None:
        """Drop the model when it has been unused for long enough."""
        clock = Timer(seconds, self._let_go_of_idle, (key,))
        clock.daemon = True
        clock.start()

    def _let_go_of_idle(self, key: Hashable) -> None:
        with self._lock:
            if key not in self._models:
                return
            left = self._asked[key] + IDLE_SECONDS - time.monotonic()
            if left > 0:
                self._look_after(key, left)
            else:
                del self._models[key]

    def _read(self, key: Hashable, loading: "_Loading", read: Read) -> None:
        try:
            model = read(loading.report)
        except BaseException as error:
            with self._lock:
                del self._loadings[key]
            loading.model.set_exception(error)
            return
        with self._lock:
            self._models[key] = model
            self._asked_for(key)
            self._look_after(key, IDLE_SECONDS)
            while len(self._models) > self._most_kept:
                self._models.popitem(last=False)
            del self._loadings[key]
        loading.model.set_result(model)


class _Loading:
    """One model being loaded."""

    def __init__(self) -> None:
        self._progress = Progress("starting")
        self.model: Future[OpenedModel] = Future()

    def report(self, progress: Progress) -> None:
        self._progress = progress

    def result(self, on_progress: Report) -> OpenedModel:
        while True:
            on_progress(self._progress)
            if wait([self.model], timeout=_SECONDS_BETWEEN_REPORTS).done:
                return self.model.result()
