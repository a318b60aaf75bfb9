"""Processes that are there at once: forked from one that has imported what a model's process needs.

    python -m tests.ui.models.forking SOCKET

Whoever runs the command of `Forking` runs a program in such a process, with the command's own
input and output. If the command is killed, so is the process; if that ends, so does the command.
"""

import json
import os
import select
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).parents[3]
MOST_BYTES = 1 << 16
COMMAND = """
import json, socket, sys
with socket.socket(socket.AF_UNIX) as connection:
    connection.connect(sys.argv[1])
    socket.send_fds(connection, [json.dumps(sys.argv[2:]).encode()], [0, 1, 2])
    connection.recv(1)
"""


class Forking:
    """The process that forks others."""

    def __init__(self, place: Path) -> None:
        self._place = place

    def command(self, program: str) -> list[str]:
        """What runs a program; its arguments follow."""
        return [sys.executable, "-I", "-S", "-c", COMMAND, str(self._place), program]


@contextmanager
def forking(place: Path) -> Iterator[Forking]:
    """It ends with the context, or with this process, whose end closes its standard input."""
    command = [sys.executable, "-m", "tests.ui.models.forking", str(place)]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, cwd=ROOT) as process:
        assert process.stdin is not None and process.stdout is not None
        assert process.stdout.readline() == b"listening\n"
        try:
            yield Forking(place)
        finally:
            process.kill()


def main() -> None:
    import torch

    import ui.models.child  # noqa: F401

    torch.set_num_threads(1)
    # The system forgets what has ended, which nobody here waits for
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(sys.argv[1])
        listening.listen()
        print("listening", flush=True)
        while listening in select.select([listening, sys.stdin], [], [])[0]:
            connection, _ = listening.accept()
            if os.fork() == 0:
                listening.close()
                run(connection)
                return
            connection.close()


def run(connection: socket.socket) -> None:
    """Run the program that a command asks for, in this process."""
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    asked, own, *_ = socket.recv_fds(connection, MOST_BYTES, 3)
    for number, opened in enumerate(own):
        os.dup2(opened, number)
        os.close(opened)
    threading.Thread(target=end_with, args=(connection,), daemon=True).start()
    program, *sys.argv[1:] = json.loads(asked)
    exec(compile(program, "program", "exec"), {"__name__": "__main__"})


def end_with(connection: socket.socket) -> None:
    connection.recv(1)
    os.kill(os.getpid(), signal.SIGKILL)


if __name__ == "__main__":
    main()
