"""The package transformers: imported when it is first needed, as that takes seconds.

Nothing is downloaded by it, and no code of a folder with a model is run.
"""

import logging
import os
import re
from functools import cache
from pathlib import Path
from threading import Lock
from types import ModuleType
from typing import Any

from transformer_lab.pretrained.errors import PretrainedError, shown
from transformer_lab.pretrained.folder import ModelFolder
from transformer_lab.pretrained.sizes import whole_number

# While it builds a model, transformers replaces functions of its own classes and of torch.nn.init
# in the whole process; two builds at the same time would leave the replacements in place.
BUILDING = Lock()

CAREFUL = {"trust_remote_code": False, "local_files_only": True}
"""What every function of transformers is called with that reads a folder."""
NO_LIMIT = int(1e30)
"""The value that transformers uses for texts of any length."""

_PACKAGE = re.compile(r"install (?:-U )?[`'\"]?([A-Za-z][\w-]*)")

_log = logging.getLogger(__name__)


@cache
def import_transformers() -> ModuleType:
    """The package, without its log output, imported on first use because that takes seconds.

    Raises: PretrainedError not_installed.
    """
    os.environ.setdefault("HF_HUB_DISABLE_TELEMETRY", "1")
    os.environ.setdefault("TOKENIZERS_PARALLELISM", "false")
    try:
        import transformers
    except ImportError:
        raise PretrainedError("not_installed") from None
    transformers.utils.logging.set_verbosity_error()
    transformers.utils.logging.disable_progress_bar()
    return transformers


def refuse_own_code(folder: ModelFolder, name: str) -> None:
    """Raises: PretrainedError own_code, unknown_architecture."""
    from transformers.models.auto.configuration_auto import CONFIG_MAPPING_NAMES

    kind = folder.config["model_type"]
    if kind not in CONFIG_MAPPING_NAMES:
        if folder.config.get("auto_map"):
            raise PretrainedError("own_code", name=shown(name))
        raise PretrainedError("unknown_architecture", name=shown(name), kind=shown(kind))


def read_tokeniser(path: Path, name: str) -> Any:
    """The tokenizer in a checked folder, of a class of transformers.

    Raises: PretrainedError not_installed, no_tokeniser, tokeniser_package.
    """
    try:
        tokeniser = import_transformers().AutoTokenizer.from_pretrained(path, **CAREFUL)
    except Exception as error:
        _log.warning("The tokeniser of %r cannot be read", name, exc_info=True)
        package = _PACKAGE.search(str(error)) if isinstance(error, ImportError) else None
        if package is not None:
            named = shown(package[1])
            raise PretrainedError("tokeniser_package", name=shown(name), package=named) from None
        raise PretrainedError("no_tokeniser", name=shown(name)) from None
    # Without a vocabulary transformers makes an empty tokenizer that knows no word.
    if _ordinary_pieces(tokeniser) <= {"▁"}:
        raise PretrainedError("no_tokeniser", name=shown(name))
    tokeniser.truncation_side = "right"
    # The tokenizer compares text lengths with this number, which some files give as a string.
    tokeniser.model_max_length = whole_number(tokeniser.model_max_length) or NO_LIMIT
    return tokeniser


def _ordinary_pieces(tokeniser: Any) -> set[str]:
    """Its vocabulary without the pieces that every tokenizer of its class has."""
    added = {*tokeniser.all_special_tokens, *tokeniser.added_tokens_encoder}
    return set(tokeniser.get_vocab()) - added
