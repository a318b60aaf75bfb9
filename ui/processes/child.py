"""A process that is kept running: started again when it ends, and ended with the others."""

import ctypes
import os
import signal
import subprocess
import sys
import time
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from threading import Thread
from typing import IO

LINES_KEPT = 20
END_SECONDS = 10.0
STEADY_SECONDS = 30.0
"""How long a process has to run before another end counts as its first."""
LONGEST_PAUSE_SECONDS = 30.0
NOT_SAID = ("ScriptRunContext", "without `streamlit run`")
"""In lines that Streamlit prints when the app is imported before the first visit."""
_PR_SET_PDEATHSIG = 1


def _end_with_parent() -> None:
    """Be ended by Linux when the process that started this one is killed."""
    ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGTERM)


@dataclass
class Pauses:
    """When a process that has ended is started again: later and later if it ends at once."""

    _started: float = 0.0
    _ends: int = 0
    _due: float = 0.0

    def begin(self) -> None:
        """Note that it is started now."""
        self._started, self._due = time.monotonic(), 0.0

    def note_end(self) -> bool:
        """Return whether its end is new; decide when it is started again."""
        if self._due:
            return False
        now = time.monotonic()
        self._ends = 1 if now - self._started > STEADY_SECONDS else self._ends + 1
        pause = 0 if self._ends == 1 else min(2.0**self._ends, LONGEST_PAUSE_SECONDS)
        self._due = now + pause
        return True

    @property
    def are_over(self) -> bool:
        return time.monotonic() >= self._due


@dataclass
class Child:
    """A process by its name. Its errors are printed after its name, and the last are kept."""

    name: str
    command: Sequence[str]
    environment: dict[str, str]
    last_lines: deque[str] = field(default_factory=lambda: deque(maxlen=LINES_KEPT))
    _process: "subprocess.Popen[str] | None" = None
    _reader: Thread | None = None
    _pauses: Pauses = field(default_factory=Pauses)

    def start(self) -> None:
        self._process = subprocess.Popen(
            self.command,
            env=self.environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
            errors="replace",
            # Ctrl+C in a terminal is for the one that ends them all, in order.
            start_new_session=True,
            preexec_fn=_end_with_parent if sys.platform == "linux" else None,
        )
        self._pauses.begin()
        self._reader = Thread(target=self._read, args=(self._process.stderr,), daemon=True)
        self._reader.start()

    def _read(self, lines: IO[str]) -> None:
        with lines:
            for line in lines:
                if any(words in line for words in NOT_SAID):
                    continue
                self.last_lines.append(line)
                print(f"[{self.name}] {line}", end="", file=sys.stderr, flush=True)

    @property
    def has_ended(self) -> bool:
        return self._process is None or self._process.poll() is not None

    def why(self) -> str:
        """Say how it ended, with the last that it printed."""
        code = None if self._process is None else self._process.returncode
        if self._reader is not None:
            self._reader.join(timeout=1)
        how = "did not answer" if code is None else f"ended with exit status {code}"
        return "\n".join([f"{self.name} {how}.", "".join(self.last_lines).rstrip()]).rstrip()

    def keep(self) -> None:
        """Start it again if it has ended, after longer and longer pauses if it ends at once."""
        if not self.has_ended:
            return
        if self._pauses.note_end():
            print(f"{self.why()}\nIt is started again.", file=sys.stderr, flush=True)
        if self._pauses.are_over:
            self.start()

    def ask_to_end(self) -> None:
        if self._process is not None and self._process.poll() is None:
            self._process.terminate()

    def wait(self, end: float) -> None:
        """Wait until it has ended; kill it and what it started at this moment of `monotonic`."""
        if self._process is None:
            return
        try:
            self._process.wait(timeout=max(0.0, end - time.monotonic()))
        except subprocess.TimeoutExpired:
            os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()
