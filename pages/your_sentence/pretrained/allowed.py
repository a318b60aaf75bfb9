"""Which models may be loaded here: folders of this machine, and ids of Hugging Face.

On one's own machine, without any setting: every folder, and the ids in OFFERED. A server that
others reach opens nothing unless its owner says what (see `ui.shell.reach`), by setting

    WORKBENCH_MODELS         the ids that may be loaded, parted by commas or spaces; * allows every
                             id. Once it is set, even to nothing, no folder may be loaded either,
                             so that nobody can find out what is on the server's disk, except in
    WORKBENCH_MODEL_FOLDERS  the folders in which models may lie, parted as in PATH; * allows every
                             folder. May also be set alone.
"""

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from pages.your_sentence.pretrained.errors import PretrainedError, shown

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
    """`ids` and `folders` that may be loaded; None stands for all of them."""

    ids: tuple[str, ...] | None = OFFERED
    folders: tuple[Path, ...] | None = None

    @classmethod
    def from_environment(
        cls, environment: Mapping[str, str] = os.environ, *, is_own_machine: bool = True
    ) -> "Allowed":
        """What the two environment variables say; without them, what the machine is for."""
        ids, folders = (environment.get(f"WORKBENCH_{x}") for x in ("MODELS", "MODEL_FOLDERS"))
        if folders is None and (ids is not None or not is_own_machine):
            folders = ""
        if ids is None and not is_own_machine:
            ids = ""
        return cls(
            OFFERED if ids is None else None if ids.strip() == "*" else _listed_ids(ids),
            None if folders is None or folders.strip() == "*" else _listed_folders(folders),
        )

    def find(self, name: str) -> Path | str:
        """The folder or the id that a person means; a folder of that name comes first.

        A folder that may not be read and one that is not there give the same error, and the disk
        is not even asked about the former.

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
                    # A link inside the folder may lead out of it.
                    if self._holds(base.resolve(), real):
                        return real
            except PermissionError:
                raise PretrainedError("not_readable", name=shown(name)) from None
            except (OSError, RuntimeError):
                # A name that is too long for the disk, links in a ring, or ~ of somebody whom
                # this machine does not know.
                continue
        return None

    def _holds(self, base: Path, path: Path) -> bool:
        return self.folders is None or path.is_relative_to(base)


def _listed_ids(text: str) -> tuple[str, ...]:
    return tuple(id_ for id_ in re.split(r"[,\s]+", text) if id_)


def _listed_folders(text: str) -> tuple[Path, ...]:
    named = (part.strip() for part in text.split(os.pathsep))
    return tuple(Path(os.path.abspath(Path(part).expanduser())) for part in named if part)
