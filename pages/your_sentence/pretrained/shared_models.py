"""Models in memory, one of each for everybody who asks."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from concurrent.futures import Future, wait
from threading import Lock, Thread

from pages.your_sentence.pretrained.opened import OpenedModel
from pages.your_sentence.pretrained.progress import Progress, Report

_SECONDS_BETWEEN_REPORTS = 0.1

Read = Callable[[Report], OpenedModel]


class SharedModels:
    """The models that were asked for last, at most `most_kept`, and those on their way."""

    def __init__(self, most_kept: int) -> None:
        self._most_kept = most_kept
        self._lock = Lock()
        self._models: OrderedDict[Hashable, OpenedModel] = OrderedDict()
        self._loadings: dict[Hashable, _Loading] = {}

    def get(self, key: Hashable, read: Read, on_progress: Report) -> OpenedModel:
        """The model of this key, made by `read` in a thread of its own unless it is there.

        Whoever asks while it is being read waits for the same reading. `on_progress` is called in
        the caller's thread. Raises what `read` raises; the next who asks starts anew.
        """
        with self._lock:
            if key in self._models:
                self._models.move_to_end(key)
                return self._models[key]
            loading = self._loadings.get(key)
            if loading is None:
                loading = self._loadings[key] = _Loading()
                Thread(target=self._read, args=(key, loading, read), daemon=True).start()
        return loading.result(on_progress)

    def there(self, key: Hashable) -> OpenedModel | None:
        """The model of this key where it has been read, which then counts as asked for."""
        with self._lock:
            if key in self._models:
                self._models.move_to_end(key)
            return self._models.get(key)

    def forget(self, key: Hashable) -> None:
        """Whoever asks for this key next has it read anew."""
        with self._lock:
            self._models.pop(key, None)

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
            while len(self._models) > self._most_kept:
                self._models.popitem(last=False)
            del self._loadings[key]
        loading.model.set_result(model)


class _Loading:
    """One model on its way."""

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
