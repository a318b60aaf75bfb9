"""Load a model by the name that a user types, once for all users."""

import time
from collections.abc import Callable, Hashable
from importlib.util import find_spec
from pathlib import Path

from transformer_lab.pretrained.allowed import Allowed
from transformer_lab.pretrained.errors import PretrainedError
from transformer_lab.pretrained.folder import open_folder
from transformer_lab.pretrained.hub import download
from transformer_lab.pretrained.sizes import check_numbers
from ui.models.opened import OpenedModel, open_model
from ui.models.progress import Progress, Report
from ui.models.shared_models import SharedModels
from ui.server.locality import serves_own_machine_only

MOST_KEPT = 2

_SHARED = SharedModels(MOST_KEPT)
_SMALL = SharedModels(16)
"""Models that live in the server itself, so that they drive out no others."""
_OPENERS: dict[str, Callable[[str], OpenedModel]] = {}
RETRY_SECONDS = 30
_FAILED: dict[Hashable, tuple[PretrainedError, float]] = {}
"""Why a model could not be loaded, and when."""


def open_by(beginning: str, opener: Callable[[str], OpenedModel]) -> None:
    """Open models whose name begins so in another way than from files. `opener` raises
    PretrainedError.
    """
    _OPENERS[beginning] = opener


def _opener(name: str) -> Callable[[str], OpenedModel] | None:
    return next((one for beginning, one in _OPENERS.items() if name.startswith(beginning)), None)


def available() -> bool:
    """True if models can be loaded, that is, whether transformers is installed."""
    return find_spec("transformers") is not None


def load(name: str, on_progress: Report | None = None) -> OpenedModel:
    """The model of a folder or of a Hugging Face id, the same object for every caller.

    It is read once, however many callers request it at a time. `on_progress` is called in the
    caller's own thread, about ten times a second, until the model is there; a caller who leaves
    does not stop the loading. The last two models requested stay in memory. A folder's model is
    read again if it has been saved again.

    Raises: PretrainedError, naming what is wrong with the name, the folder or the network.
    """
    name = name.strip()
    if opener := _opener(name):
        return _SMALL.get(name, lambda _: opener(name), on_progress or (lambda progress: None))
    if not available():
        raise PretrainedError("not_installed")
    key = _key(name)
    try:
        model = _SHARED.get(
            key, lambda report: _read(key[0], name, report), on_progress or (lambda progress: None)
        )
    except PretrainedError as error:
        _FAILED[key] = error, time.monotonic()
        raise
    _FAILED.pop(key, None)
    return model


def loaded(name: str) -> OpenedModel | None:
    """The model of a name if it is already loaded; None if it still has to be loaded.

    Raises: PretrainedError as `load` does, or did a moment ago.
    """
    name = name.strip()
    if opener := _opener(name):
        return _SMALL.there(name) or _SMALL.get(name, lambda _: opener(name), lambda progress: None)
    if not available():
        raise PretrainedError("not_installed")
    key = _key(name)
    if (model := _SHARED.there(key)) is not None:
        if model.gone is None:
            return model
        _SHARED.forget(key)
        _FAILED[key] = model.gone, time.monotonic()
    error, failed_at = _FAILED.get(key, (None, 0.0))
    if error is not None and time.monotonic() < failed_at + RETRY_SECONDS:
        raise error
    return None


def is_folder(name: str) -> bool:
    """Whether a name is that of a folder; else it is an id. Raises: PretrainedError."""
    if _opener(name.strip()):
        return False
    return isinstance(_key(name.strip())[0], Path)


def _key(name: str) -> tuple[Path | str, tuple[int, ...]]:
    """The folder or id that a name refers to, and its version."""
    found = Allowed.from_environment(serves_own_machine_only=serves_own_machine_only()).find(name)
    return found, open_folder(found, name).version if isinstance(found, Path) else ()


def _read(found: Path | str, name: str, report: Report) -> OpenedModel:
    if isinstance(found, str):
        found = download(found, lambda done, total: report(Progress("downloading", done, total)))
    report(Progress("reading"))
    folder = open_folder(found, name)
    check_numbers(folder, name)
    return open_model(folder, name)
