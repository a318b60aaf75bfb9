"""Which models may be loaded: local folders and Hugging Face ids.

In Python, with `open_model`, all of them. What follows is for those who type a name into the
workbench. On the user's own machine, by default: every folder, and the ids in OFFERED. A server
that is reachable from other machines (see `ui.server.locality`) loads only what its owner allows
by setting

    WORKBENCH_MODELS         the ids that may be loaded, separated by commas or spaces; * allows
                             every id. Once it is set, even to nothing, no folder may be loaded
                             either, so that nobody can explore the server's disk, except in
    WORKBENCH_MODEL_FOLDERS  the folders that may contain models, separated as in PATH; * allows
                             every folder. May also be set alone.
"""

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from transformer_lab.pretrained.errors import PretrainedError, shown

OFFERED = (
    "google-bert/bert-base-uncased",
    "google-bert/bert-base-multilingual-cased",
    "distilbert/distilbert-base-uncased",
    "klue/bert-base",
    "openai-community/gpt2",
    "distilbert/distilgpt2",
    "google-t5/t5-small",
    "facebook/bart-base",
    "Helsinki-NLP/opus-mt-ko-en",
    "Helsinki-NLP/opus-mt-en-de",
)

_PART = r"[A-Za-z0-9][A-Za-z0-9._-]{0,95}"
_ID = re.compile(rf"(?!.*(?:--|\.\.)){_PART}(?:/{_PART})?")
_LOOKS_LIKE_A_PATH = re.compile(r"[./~]|[A-Za-z]:[\\/]|.*\\")
_ON_ANOTHER_MACHINE = re.compile(r"[\\/]{2}")


@dataclass(frozen=True)
class Allowed:
    """The `ids` and `folders` that may be loaded; None allows all of them."""

    ids: tuple[str, ...] | None = OFFERED
    folders: tuple[Path, ...] | None = None

    @classmethod
    def from_environment(
        cls, environment: Mapping[str, str] = os.environ, *, serves_own_machine_only: bool = True
    ) -> "Allowed":
        """Read the two environment variables; if unset, decide by who can reach the machine."""
        ids, folders = (environment.get(f"WORKBENCH_{x}") for x in ("MODELS", "MODEL_FOLDERS"))
        if folders is None and (ids is not None or not serves_own_machine_only):
            folders = ""
        if ids is None and not serves_own_machine_only:
            ids = ""
        return cls(
            OFFERED if ids is None else None if ids.strip() == "*" else _listed_ids(ids),
            None if folders is None or folders.strip() == "*" else _listed_folders(folders),
        )

    def find(self, name: str) -> Path | str:
        """The folder or the id that a name refers to; a folder of that name comes first.

        A forbidden folder and a missing one give the same error, and the disk is not accessed for
        the forbidden one.

        Raises: PretrainedError empty_name, not_a_name, no_folders, no_model_here, not_readable,
            nothing_allowed, not_allowed.
        """
        name = name.strip()
        if not name:
            raise PretrainedError("empty_name")
        if len(name) > 1_000 or not name.isprintable() or _ON_ANOTHER_MACHINE.match(name):
            raise PretrainedError("not_a_name", name=shown(name))
        folder = self._folder(name)
        if folder is not None:
            return folder
        if _LOOKS_LIKE_A_PATH.match(name):
            missing = "no_folders" if self.folders == () else "no_model_here"
            raise PretrainedError(missing, name=shown(name))
        if not _ID.fullmatch(name):
            raise PretrainedError("not_a_name", name=shown(name))
        if self.ids == () and not self.folders:
            raise PretrainedError("nothing_allowed", name=shown(name))
        if self.ids is not None and name not in self.ids:
            raise PretrainedError("not_allowed", name=shown(name))
        return name

    def _folder(self, name: str) -> Path | None:
        for base in (Path.cwd(),) if self.folders is None else self.folders:
            try:
                path = Path(os.path.abspath(base / Path(name).expanduser()))
                if self._holds(base, path) and path.is_dir():
                    real = path.resolve()
                    # A link inside the folder may point outside it.
                    if self._holds(base.resolve(), real):
                        return real
            except PermissionError:
                raise PretrainedError("not_readable", name=shown(name)) from None
            except (OSError, RuntimeError):
                # The name is too long for the file system, the links form a loop, or ~ names a user
                # unknown on this machine.
                continue
        return None

    def _holds(self, base: Path, path: Path) -> bool:
        return self.folders is None or path.is_relative_to(base)


def _listed_ids(text: str) -> tuple[str, ...]:
    return tuple(id_ for id_ in re.split(r"[,\s]+", text) if id_)


def _listed_folders(text: str) -> tuple[Path, ...]:
    named = (part.strip() for part in text.split(os.pathsep))
    return tuple(Path(os.path.abspath(Path(part).expanduser())) for part in named if part)
