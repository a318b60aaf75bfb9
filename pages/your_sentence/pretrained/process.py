"""A model in a process of its own, seen from the server.

A stranger's files decide how much time and memory their reading takes, and the import of
transformers is not made for two threads at once. So neither happens in the server: a process that
takes too long, or more memory than its weights ask for, ends alone.
"""

import contextlib
import os
import subprocess
import sys
import weakref
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from threading import Lock, Timer
from typing import Any

from pages.your_sentence.pretrained.attentions import Attentions
from pages.your_sentence.pretrained.errors import PretrainedError, shown
from pages.your_sentence.pretrained.folder import ModelFolder
from pages.your_sentence.pretrained.messages import Message, read, write
from pages.your_sentence.pretrained.model import Architecture

ROOT = Path(__file__).parents[3]
CHILD = (sys.executable, "-m", "pages.your_sentence.pretrained.child")
READ_SECONDS = 180.0
LOOK_SECONDS = 30.0
BASE_BYTES = 2 << 30
"""For Python, torch and transformers themselves, and for a forward of the longest sentence."""
_COPIES = 3
"""Of the weights: as they are read, as float32, and put together."""
_MOST_LOOKS = 16


class ModelProcess:
    """A process that answers one message at a time."""

    def __init__(self, name: str, command: Sequence[str] = CHILD) -> None:
        self._name = name
        self._lock = Lock()
        self.gone: PretrainedError | None = None
        """Why it answers no more."""
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=ROOT, env=_environment()
        )
        weakref.finalize(self, _end, self._process)

    def ask(self, values: Mapping[str, Any], seconds: float) -> Message:
        """What it answers within so many seconds.

        Raises: PretrainedError as the process does; too_slow and too_large_in_memory where it
            ended instead, which it stays.
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


@dataclass(eq=False)
class OpenedModel:
    """A model that many people use at once, in a process of its own.

    name: as it was asked for. architecture: BERT-like, GPT-like, or both halves. limit: the most
    pieces that one sentence may have, special ones included. parameters: how many numbers the
    model has learned.
    """

    name: str
    architecture: Architecture
    limit: int
    parameters: int
    _process: ModelProcess = field(repr=False)
    _seen: "OrderedDict[tuple[str, str | None], Attentions]" = field(
        default_factory=OrderedDict, repr=False
    )

    @property
    def gone(self) -> PretrainedError | None:
        """Why it can no longer be asked, so that it has to be opened anew."""
        return self._process.gone

    def look(self, sentence: str, target: str | None = None) -> Attentions:
        """As `PretrainedModel.look`, whose errors it raises; too_slow and ended beside them."""
        asked = (sentence, target)
        if (known := self._seen.get(asked)) is not None:
            return known
        question = {"sentence": sentence, "target": target}
        answer = self._process.ask(question, LOOK_SECONDS)
        values = {k: tuple(v) if isinstance(v, list) else v for k, v in answer.values.items()}
        seen = self._seen[asked] = Attentions(**values, **answer.tensors)
        while len(self._seen) > _MOST_LOOKS:
            self._seen.popitem(last=False)
        return seen


def open_model(folder: ModelFolder, name: str) -> OpenedModel:
    """The model of a checked folder, read in a process of its own.

    Raises: PretrainedError as `read_model` does; too_slow, ended.
    """
    process = ModelProcess(name)
    memory = BASE_BYTES + _COPIES * folder.size
    question = {"folder": str(folder.path), "name": name, "memory": memory}
    return OpenedModel(name, **process.ask(question, READ_SECONDS).values, _process=process)


def _environment() -> dict[str, str]:
    paths = [str(ROOT), os.environ.get("PYTHONPATH", "")]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in paths if path)}


def _end(process: "subprocess.Popen[bytes]") -> None:
    process.kill()
    for stream in (process.stdin, process.stdout):
        with contextlib.suppress(OSError):
            stream.close()
    process.wait()
