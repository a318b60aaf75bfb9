"""A model in its own process, read once and used for the sentences of all servers of this machine.

    python -m ui.models.child FOLDER NAME

FOLDER and NAME say where it listens: see `meeting`. It greets each connection with its process id.
There it first reads {"folder", "name", "memory"}, then {"sentence", "target", "languages"} for the
attention weights of each text, or {"board": ...} for its map; see `messages`. Each has "seconds",
after which the process ends. A request that fails is answered with the name of the error message.
The process ends with its last connection.
"""

import contextlib
import faulthandler
import os
import sys
from collections.abc import Iterator, Mapping
from dataclasses import fields
from multiprocessing import AuthenticationError
from multiprocessing.connection import Connection, Listener
from pathlib import Path
from threading import Condition, Lock, Thread
from typing import Any

import torch
from filelock import Timeout
from torch import Tensor

from transformer_lab.pretrained.errors import PretrainedError, shown
from transformer_lab.pretrained.folder import ModelFolder, open_folder
from ui.models.attentions import Attentions
from ui.models.board.answered import answered
from ui.models.board.board import Board
from ui.models.meeting import Meeting
from ui.models.messages import MOST_BYTES, decode, encode
from ui.models.model import PretrainedModel
from ui.models.reading import read_model

NICE, LOWEST = "DASK_WORKBENCH__NICE", "19"
"""As the workers of the cluster, it only gets the processor time that is left over."""
FIRST_SECONDS = 30.0
"""How long a process without a connection waits for one."""


def main() -> None:
    """Serve until the last connection has ended."""
    torch.set_num_threads(1)
    with contextlib.suppress(OSError, AttributeError):
        os.nice(int(os.environ.get(NICE, LOWEST)))
    meeting = Meeting(Path(sys.argv[1]), sys.argv[2])
    Service(meeting, Listener(meeting.address, authkey=meeting.key)).run()


class Service:
    """The connections of one model's process, which answers one question at a time."""

    def __init__(self, meeting: Meeting, listener: Listener) -> None:
        self._meeting, self._listener = meeting, listener
        self._connections, self._changed = 0, Condition()
        self._turn = Lock()
        self._asked: Mapping[str, Any] = {}
        self._said = b""
        self._model: PretrainedModel | None = None
        self._board: Board | None = None

    def run(self) -> None:
        """Serve until the last connection has ended."""
        Thread(target=self._accept, daemon=True).start()
        while not self._is_over():
            pass

    def _is_over(self) -> bool:
        """Wait until no connection is left; False if another server is just about to connect."""
        with self._changed:
            self._changed.wait_for(lambda: self._connections > 0, FIRST_SECONDS)
            self._changed.wait_for(lambda: self._connections == 0)
        with contextlib.suppress(Timeout), self._meeting.lock.acquire(timeout=0):
            if self._connections == 0:
                self._listener.close()
                return True
        return False

    def _accept(self) -> None:
        while True:
            try:
                connection = self._listener.accept()
            except (AuthenticationError, EOFError, ConnectionError):
                continue
            except OSError:
                return
            with self._changed:
                self._connections += 1
                self._changed.notify_all()
            Thread(target=self._serve, args=(connection,), daemon=True).start()

    def _serve(self, connection: Connection) -> None:
        """Answer a server until it ends its connection. Any other error ends the connection."""
        try:
            with connection, contextlib.suppress(EOFError, OSError):
                connection.send_bytes(encode({"pid": os.getpid()}))
                while True:
                    message = decode(connection.recv_bytes(MOST_BYTES))
                    with self._turn:
                        reply = self._answer(message.values, message.tensors)
                    connection.send_bytes(reply)
        finally:
            with self._changed:
                self._connections -= 1
                self._changed.notify_all()

    def _answer(self, asked: Mapping[str, Any], given: Mapping[str, Tensor]) -> bytes:
        # Without the interpreter's help: whatever hangs may hold its lock.
        stream = sys.__stderr__ or sys.stderr
        faulthandler.dump_traceback_later(asked["seconds"], exit=True, file=stream)
        try:
            if "folder" in asked:
                return self._about(asked)
            if "board" in asked:
                return self._of_board(asked, given)
            return encode(*_parted(self._looked(asked)))
        except PretrainedError as error:
            return encode(error.to_json())
        finally:
            faulthandler.cancel_dump_traceback_later()

    def _about(self, asked: Mapping[str, Any]) -> bytes:
        if not self._said:
            self._said = encode(self._opened(asked).about())
        return self._said

    def _opened(self, asked: Mapping[str, Any]) -> PretrainedModel:
        """transformers' model, which the first connection reads."""
        if not self._asked:
            limit_memory(asked["memory"])
            self._asked = asked
        if self._model is None:
            self._model = read_model(self._folder(), self._asked["name"])
        return self._model

    def _folder(self) -> ModelFolder:
        return open_folder(Path(self._asked["folder"]), self._asked["name"])

    def _looked(self, asked: Mapping[str, Any]) -> Attentions:
        model = self._opened(self._asked)
        with self._lasting():
            languages = tuple(asked.get("languages") or ())
            return model.look(asked["sentence"], asked["target"], languages)

    def _of_board(self, asked: Mapping[str, Any], given: Mapping[str, Tensor]) -> bytes:
        """The map of a text, or a part of it; the first request opens the model as one of ours."""
        if self._board is None:
            # transformers' own model is read again if attention weights alone are asked for.
            self._model = None
            self._board = Board.open(self._folder(), self._asked["name"])
        with self._lasting():
            return answered(self._board, asked, given)

    @contextlib.contextmanager
    def _lasting(self) -> Iterator[None]:
        """An error with one sentence must not end the model for other users."""
        try:
            yield
        except PretrainedError:
            raise
        except Exception as error:
            name, reason = shown(self._asked["name"]), type(error).__name__
            raise PretrainedError("forward_failed", name=name, reason=reason) from error


def limit_memory(size: int) -> None:
    """Limit this process's memory in bytes, if the system supports it."""
    try:
        import resource
    except ImportError:
        return
    with contextlib.suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_DATA, (size, size))


def _parted(seen: Attentions) -> tuple[dict[str, Any], dict[str, Tensor]]:
    """Split a result into its plain values and its tensors."""
    all_of_it = {field.name: getattr(seen, field.name) for field in fields(seen)}
    tensors = {name: value for name, value in all_of_it.items() if isinstance(value, Tensor)}
    return {name: value for name, value in all_of_it.items() if name not in tensors}, tensors


if __name__ == "__main__":
    main()
