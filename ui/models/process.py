"""A model in a process of its own, as seen from a server: find it or start it, and ask it.

Unknown files decide how much time and memory it takes to read them, and transformers cannot safely
be imported in two threads at the same time. Therefore neither happens in a server: a process that
takes too long, or needs more memory than its weights allow for, ends alone. All servers of this
machine share it, and it ends with the last connection.
"""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from multiprocessing import AuthenticationError
from multiprocessing.connection import Client, Connection
from threading import Thread
from typing import Any, NamedTuple

from torch import Tensor

from transformer_lab.pretrained.errors import PretrainedError, shown
from ui.models.meeting import ROOT, Meeting
from ui.models.messages import MOST_BYTES, Message, decode, encode

CHILD = (sys.executable, "-m", "ui.models.child")
START_SECONDS, LOOK_SECONDS = 60.0, 0.02
"""The longest wait for a new process to listen, and the time between two looks."""
GREETING_SECONDS = 20.0
"""The longest wait for the process to answer a new connection."""
BEHIND_SECONDS = 60.0
"""How long a question may wait for those of other servers, besides its own time."""
FINAL = ("too_slow", "ended")
"""Errors after which a process answers no more questions."""
BROKEN = (OSError, EOFError, ValueError, AuthenticationError)
"""The errors by which a process that has ended, or is none of ours, is recognised."""


class Peer(NamedTuple):
    """A connection to a model's process."""

    connection: Connection
    pid: int


def meet(meeting: Meeting, name: str, command: Sequence[str] = CHILD) -> Peer:
    """Connect to a model's process; start it if no other server has.

    Raises: PretrainedError ended.
    """
    try:
        with meeting.lock:
            try:
                return _connected(meeting)
            except BROKEN:
                meeting.clear()
            return _started(meeting, command)
    except BROKEN as error:
        raise PretrainedError("ended", name=shown(name)) from error


def ask(
    peer: Peer,
    name: str,
    values: Mapping[str, Any],
    seconds: float,
    tensors: Mapping[str, Tensor] = {},
) -> Message:
    """The process's answer, for which it takes at most `seconds`.

    Raises: PretrainedError as the process does; too_slow or ended if it ended instead.
    """
    connection, began = peer.connection, time.monotonic()
    try:
        connection.send_bytes(encode({**values, "seconds": seconds}, tensors))
        if not connection.poll(seconds + BEHIND_SECONDS):
            # It ends by itself when its time is over; this one cannot even do that.
            os.kill(peer.pid, getattr(signal, "SIGKILL", signal.SIGTERM))
        answer = decode(connection.recv_bytes(MOST_BYTES))
    except BROKEN:
        connection.close()
        if time.monotonic() - began >= seconds:
            slow = PretrainedError("too_slow", name=shown(name), seconds=f"{seconds:g}")
            raise slow from None
        raise PretrainedError("ended", name=shown(name)) from None
    if "error" in answer.values:
        raise PretrainedError.of(answer.values)
    return answer


def _connected(meeting: Meeting) -> Peer:
    connection = Client(meeting.address, authkey=meeting.key)
    try:
        if not connection.poll(GREETING_SECONDS):
            raise TimeoutError("it does not answer")
        return Peer(connection, int(decode(connection.recv_bytes(MOST_BYTES)).values["pid"]))
    except BaseException:
        connection.close()
        raise


def _started(meeting: Meeting, command: Sequence[str]) -> Peer:
    """Start a process and connect as soon as it listens. Call with the lock held."""
    process = subprocess.Popen(
        (*command, str(meeting.folder), meeting.name),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        cwd=ROOT,
        env=_environment(),
        # It goes on for other servers when this one is interrupted at the keyboard.
        start_new_session=True,
        creationflags=getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0),
    )
    Thread(target=process.wait, daemon=True, name="model process").start()
    end = time.monotonic() + START_SECONDS
    while True:
        try:
            return _connected(meeting)
        except BROKEN:
            if process.poll() is not None or time.monotonic() > end:
                process.kill()
                raise
        time.sleep(LOOK_SECONDS)


def _environment() -> dict[str, str]:
    paths = [str(ROOT), os.environ.get("PYTHONPATH", "")]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in paths if path)}
