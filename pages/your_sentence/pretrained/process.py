"""A model in its own process, as seen from the server.

Unknown files decide how much time and memory it takes to read them, and transformers cannot safely
be imported in two threads at the same time. Therefore neither happens in the server: a process
that takes too long, or needs more memory than its weights allow for, ends alone.
"""

import contextlib
import os
import subprocess
import sys
import weakref
from collections.abc import Mapping, Sequence
from pathlib import Path
from threading import Lock, Timer
from typing import Any

from pages.your_sentence.pretrained.errors import PretrainedError, shown
from pages.your_sentence.pretrained.messages import Message, read, write

ROOT = Path(__file__).parents[3]
CHILD = (sys.executable, "-m", "pages.your_sentence.pretrained.child")


class ModelProcess:
    """A process that answers one message at a time."""

    def __init__(self, name: str, command: Sequence[str] = CHILD) -> None:
        self._name = name
        self._lock = Lock()
        self.gone: PretrainedError | None = None
        """Why it no longer answers."""
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=ROOT, env=_environment()
        )
        weakref.finalize(self, _end, self._process)

    def ask(self, values: Mapping[str, Any], seconds: float) -> Message:
        """Its answer within `seconds`.

        Raises: PretrainedError as the process does; too_slow or ended if the process ended
            instead, from then on for every request.
        """
        with self._lock:
            if self.gone is None:
                answer = self._answer(values, seconds)
        if self.gone is not None:
            raise self.gone
        if "error" in answer.values:
            raise PretrainedError.of(answer.values)
        return answer

    def _answer(self, values: Mapping[str, Any], seconds: float) -> Message:
        slow: list[bool] = []
        clock = Timer(seconds, lambda: (slow.append(True), self._process.kill()))
        clock.start()
        try:
            write(self._process.stdin, values)
            return read(self._process.stdout)
        except (OSError, EOFError, ValueError):
            self.gone = (
                PretrainedError("too_slow", name=shown(self._name), seconds=f"{seconds:g}")
                if slow
                else PretrainedError("ended", name=shown(self._name))
            )
            _end(self._process)
            return Message({}, {})
        finally:
            clock.cancel()


def _environment() -> dict[str, str]:
    paths = [str(ROOT), os.environ.get("PYTHONPATH", "")]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in paths if path)}


def _end(process: "subprocess.Popen[bytes]") -> None:
    process.kill()
    for stream in (process.stdin, process.stdout):
        with contextlib.suppress(OSError):
            stream.close()
    process.wait()
