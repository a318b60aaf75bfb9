"""A model read from a folder by transformers, with no defaults left to chance."""

import logging
import re
from pathlib import Path
from typing import Any

import torch

from transformer_lab.pretrained.errors import PretrainedError, shown
from transformer_lab.pretrained.folder import ModelFolder
from transformer_lab.pretrained.package import (
    BUILDING,
    CAREFUL,
    import_transformers,
    read_tokeniser,
    refuse_own_code,
)
from ui.models.model import Architecture, PretrainedModel
from ui.models.shape import looks_ahead

# May be initialised again without harm: attention does not depend on it.
_NOT_ATTENDING = re.compile(r"(^|\.)(pooler\..*|final_logits_bias|position_ids)$")

_log = logging.getLogger(__name__)


def read_model(folder: ModelFolder, name: str) -> PretrainedModel:
    """The model in a checked folder. Nothing is downloaded, and no code of the folder is run.

    Raises: PretrainedError not_installed, own_code, unknown_architecture, half, no_tokeniser,
        tokeniser_package, incomplete, unreadable.
    """
    package = import_transformers()
    with BUILDING:
        try:
            refuse_own_code(folder, name)
            config = package.AutoConfig.from_pretrained(folder.path, **CAREFUL)
            architecture = _architecture(config, name)
            tokeniser = read_tokeniser(folder.path, name)
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
        **CAREFUL,
    )
    missing = sorted(key for key in loaded["missing_keys"] if not _NOT_ATTENDING.search(key))
    if missing:
        # transformers has filled them with random numbers, and would show those as trained.
        raise PretrainedError(
            "incomplete", name=shown(name), count=len(missing), first=shown(missing[0])
        )
    return network.eval()
