"""Where the servers of this machine find the process of a model, so that all of them share it.

One folder for each user, which nobody else can open: a socket for each model (on Windows a pipe,
whose name cannot be guessed), and a lock, held by whoever starts or ends its process.
"""

import hashlib
import os
import secrets
import stat
import sys
import tempfile
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from filelock import FileLock

from transformer_core.version import __version__

ROOT = Path(__file__).parents[2]
NAME = "attention-workbench"
KEY = "key"
_NAME_LENGTH = 16


@dataclass(frozen=True)
class Meeting:
    """The place where one model's process listens."""

    folder: Path
    name: str

    @classmethod
    def of(cls, *model: object) -> "Meeting":
        """The place for a model: the same for all servers of this user that run this program."""
        known = repr((model, ROOT, __version__, sys.executable))
        return cls(_own_folder(), hashlib.sha256(known.encode()).hexdigest()[:_NAME_LENGTH])

    @cached_property
    def key(self) -> bytes:
        """The secret that both sides know."""
        return (self.folder / KEY).read_bytes()

    @property
    def address(self) -> str:
        """As `multiprocessing.connection` takes it."""
        if sys.platform == "win32":
            return rf"\\.\pipe\{NAME}-{self.name}-{self.key.hex()[:_NAME_LENGTH]}"
        return str(self.folder / f"{self.name}.socket")

    @property
    def lock(self) -> FileLock:
        """Held while a process is looked for, started or ended."""
        return FileLock(self.folder / f"{self.name}.lock")

    def clear(self) -> None:
        """Remove the socket of a process that has crashed. Call with the lock held."""
        if sys.platform != "win32":
            Path(self.address).unlink(missing_ok=True)


def _own_folder() -> Path:
    """This user's folder; if somebody else has taken its name, one that no other server finds."""
    user = str(os.getuid()) if hasattr(os, "getuid") else os.environ.get("USERNAME", "")
    folder = Path(tempfile.gettempdir()) / f"{NAME}-{user}"
    try:
        folder.mkdir(mode=0o700, exist_ok=True)
    except OSError:
        return _with_key(Path(tempfile.mkdtemp(prefix=NAME)))
    return _with_key(folder if _is_ours(folder) else Path(tempfile.mkdtemp(prefix=NAME)))


def _is_ours(folder: Path) -> bool:
    """Whether nobody else can open it; on Windows, a user's temporary folder is closed anyway."""
    if not hasattr(os, "getuid"):
        return True
    found = folder.lstat()
    is_closed = stat.S_ISDIR(found.st_mode) and not stat.S_IMODE(found.st_mode) & 0o077
    return is_closed and found.st_uid == os.getuid()


def _with_key(folder: Path) -> Path:
    """The folder with a key in it, made by whoever comes first."""
    with FileLock(folder / f"{KEY}.lock"):
        if not (folder / KEY).exists():
            partial = folder / f"{KEY}.partial"
            partial.write_bytes(secrets.token_bytes(32))
            partial.replace(folder / KEY)
    return folder
