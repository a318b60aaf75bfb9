"""A model read from a folder by transformers, with no defaults left to chance."""

import logging
import os
import re
from functools import cache
from pathlib import Path
from threading import Lock
from types import ModuleType
from typing import Any

import torch

from transformer_lab.pretrained.errors import PretrainedError, shown
from transformer_lab.pretrained.folder import ModelFolder
from ui.models.model import Architecture, PretrainedModel
from ui.models.shape import NO_LIMIT, looks_ahead, whole_number

# While it builds a model, transformers replaces functions of its own classes and of torch.nn.init
# in the whole process; two builds at the same time would leave the replacements in place.
_BUILDING = Lock()

# May be initialised again without harm: attention does not depend on it.
_NOT_ATTENDING = re.compile(r"(^|\.)(pooler\..*|final_logits_bias|position_ids)$")
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


def read_model(folder: ModelFolder, name: str) -> PretrainedModel:
    """The model in a checked folder. Nothing is downloaded, and no code of the folder is run.

    Raises: PretrainedError not_installed, own_code, unknown_architecture, half, no_tokeniser,
        tokeniser_package, incomplete, unreadable.
    """
    package = import_transformers()
    with _BUILDING:
        try:
            _refuse_own_code(folder, name)
            config = package.AutoConfig.from_pretrained(folder.path, **_careful())
            architecture = _architecture(config, name)
            tokeniser = _tokeniser(folder.path, name)
            network = _network(folder.path, config, architecture, name)
            if architecture == "decoder" and looks_ahead(network):
                architecture = "encoder"
        except PretrainedError:
            raise
        except Exception as error:
            # The reason may name folders of the server; users see only its type.
            _log.warning("The model %r cannot be read", name, exc_info=True)
            reason = type(error).__name__
            raise PretrainedError("unreadable", name=shown(name), reason=reason) from None
    return PretrainedModel(name, architecture, network, tokeniser)


def _careful() -> dict[str, bool]:
    return {"trust_remote_code": False, "local_files_only": True}


def _refuse_own_code(folder: ModelFolder, name: str) -> None:
    from transformers.models.auto.configuration_auto import CONFIG_MAPPING_NAMES

    kind = folder.config["model_type"]
    if kind not in CONFIG_MAPPING_NAMES:
        if folder.config.get("auto_map"):
            raise PretrainedError("own_code", name=shown(name))
        raise PretrainedError("unknown_architecture", name=shown(name), kind=shown(kind))


def _architecture(config: Any, name: str) -> Architecture:
    from transformers.models.auto.modeling_auto import (
        MODEL_FOR_CAUSAL_LM_MAPPING_NAMES,
        MODEL_FOR_MASKED_LM_MAPPING_NAMES,
        MODEL_FOR_SEQ_TO_SEQ_CAUSAL_LM_MAPPING_NAMES,
    )

    kind = config.model_type
    if getattr(config, "is_encoder_decoder", False):
        if kind in MODEL_FOR_SEQ_TO_SEQ_CAUSAL_LM_MAPPING_NAMES:
            return "encoder-decoder"
    elif kind in MODEL_FOR_MASKED_LM_MAPPING_NAMES and not getattr(config, "is_decoder", False):
        return "encoder"
    elif kind in MODEL_FOR_CAUSAL_LM_MAPPING_NAMES:
        return "decoder"
    elif kind in MODEL_FOR_SEQ_TO_SEQ_CAUSAL_LM_MAPPING_NAMES:
        raise PretrainedError("half", name=shown(name), kind=shown(kind))
    raise PretrainedError("unknown_architecture", name=shown(name), kind=shown(kind))


def _tokeniser(path: Path, name: str) -> Any:
    try:
        tokeniser = import_transformers().AutoTokenizer.from_pretrained(path, **_careful())
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


def _network(path: Path, config: Any, architecture: Architecture, name: str) -> Any:
    classes = {
        "encoder": "AutoModel",
        "decoder": "AutoModelForCausalLM",
        "encoder-decoder": "AutoModelForSeq2SeqLM",
    }
    network, loaded = getattr(import_transformers(), classes[architecture]).from_pretrained(
        path,
        config=config,
        attn_implementation="eager",
        use_safetensors=True,
        dtype=torch.float32,
        # Otherwise the weights stay in the file, and change when the file does.
        disable_mmap=True,
        output_loading_info=True,
        **_careful(),
    )
    missing = sorted(key for key in loaded["missing_keys"] if not _NOT_ATTENDING.search(key))
    if missing:
        # transformers has filled them with random numbers, and would show those as trained.
        raise PretrainedError(
            "incomplete", name=shown(name), count=len(missing), first=shown(missing[0])
        )
    return network.eval()
