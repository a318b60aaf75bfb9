"""What a model's process uses of memory and processor, which Linux reports in /proc."""

import threading
import time
from pathlib import Path
from types import TracebackType
from typing import Self

INTERVAL_SECONDS = 0.004


def processor_ms(process: int) -> float:
    """The processor time that the threads of a process have used so far, in ms."""
    tasks = Path("/proc", str(process), "task").glob("*/schedstat")
    return sum(int(one.read_text(encoding="utf-8").split()[0]) for one in tasks) / 1e6


class Memory:
    """Watches a process while the context lasts.

    now: its own memory, in bytes. peak, peak_data: the largest that was seen of it, and of what
    RLIMIT_DATA counts, which is allocated whether it is used or not.
    """

    def __init__(self, process: int) -> None:
        self._process, self._ended = process, threading.Event()
        self.peak = self.peak_data = 0
        self._thread = threading.Thread(target=self._watch, daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        self._ended.set()
        self._thread.join()

    @property
    def now(self) -> int:
        return self._bytes("RssAnon")

    @property
    def data(self) -> int:
        return self._bytes("VmData")

    def _watch(self) -> None:
        while not self._ended.is_set():
            self.peak, self.peak_data = max(self.peak, self.now), max(self.peak_data, self.data)
            time.sleep(INTERVAL_SECONDS)

    def _bytes(self, name: str) -> int:
        status = Path("/proc", str(self._process), "status").read_text(encoding="utf-8")
        line = next(one for one in status.splitlines() if one.startswith(f"{name}:"))
        return int(line.split()[1]) * 1024
