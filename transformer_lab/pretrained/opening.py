"""Opening a model of a folder or of a Hugging Face id as one of ours."""

from pathlib import Path

import torch

from transformer_core.variants.models import AssembledModel, EncoderDecoderModel
from transformer_lab.pretrained.allowed import Allowed
from transformer_lab.pretrained.errors import PretrainedError, shown
from transformer_lab.pretrained.families import FAMILIES
from transformer_lab.pretrained.filling import filled_model
from transformer_lab.pretrained.folder import ModelFolder, open_folder
from transformer_lab.pretrained.hub import download
from transformer_lab.pretrained.languages import languages_of
from transformer_lab.pretrained.opened import OpenedModel
from transformer_lab.pretrained.package import import_transformers, read_tokeniser, refuse_own_code
from transformer_lab.pretrained.probe import LARGEST_DIFFERENCE, probed
from transformer_lab.pretrained.settings import Settings
from transformer_lab.pretrained.sizes import check_numbers
from transformer_lab.pretrained.stored_weights import StoredWeights
from transformer_lab.pretrained.tokeniser import Tokeniser
from transformer_lab.pretrained.writing import Writing

PROBE_TEXT = "The quick brown fox jumps over the lazy dog."


def open_model(folder_or_id: str | Path) -> OpenedModel:
    """A model that somebody has trained, with every number of it to be looked at.

        model = open_model("google-bert/bert-base-uncased")
        model.trace("The animal did not cross the street.")

    Its config.json and safetensors files fill a model of `transformer_core.variants`; no code of
    the folder is run. Its tokenizer is read by transformers, which also computes the logits of one
    text, to be compared with ours.

    Args:
        folder_or_id: a folder with config.json and safetensors, or the id of a model on Hugging
            Face, from where it is downloaded unless it is on this machine. Every id may be opened,
            up to the size in WORKBENCH_MODEL_GB: who writes the call asks for that very model.
            Which ids the visitors of a server may open is for the server to check (`Allowed`),
            before it calls `opened_model`.

    Raises: PretrainedError: those of `Allowed.find`, `download`, `open_folder`, `check_numbers`,
        `read_network`, `read_tokeniser`; own_code; forward_failed, probe_differs.
    """
    name = str(folder_or_id).strip()
    found = Allowed(ids=None).find(name)
    path = found if isinstance(found, Path) else download(found, lambda done, total: None)
    return opened_model(open_folder(path, name), name)


def opened_model(folder: ModelFolder, name: str) -> OpenedModel:
    """The model of a checked folder; `name` is used in messages.

    Raises: PretrainedError as `open_model`.
    """
    import_transformers()
    refuse_own_code(folder, name)
    model, settings = read_network(folder, name)
    tokeniser, writing = read_tokeniser(folder.path, name), Writing.of(folder, settings, name)
    opened = OpenedModel(
        name, folder.config["model_type"], model, settings, Tokeniser(tokeniser), writing
    )
    if isinstance(model, EncoderDecoderModel):
        opened.languages = languages_of(
            tokeniser,
            (writing.first, writing.start if writing.is_named else None),
            model.tgt_embedding.num_embeddings,
            settings["task_specific_params"],
        )
    start = int(opened.beginning()[0, 0]) if isinstance(model, EncoderDecoderModel) else 0
    try:
        ids, _ = opened.cut_ids(PROBE_TEXT, opened.limit)
        opened.probe = probed(model, folder.path, ids, start)
    except Exception as error:
        reason = type(error).__name__
        raise PretrainedError("forward_failed", name=shown(name), reason=reason) from error
    # Written so that a NaN fails the check.
    if not opened.probe <= LARGEST_DIFFERENCE:
        difference = f"{opened.probe:.1g}"
        raise PretrainedError("probe_differs", name=shown(name), difference=difference)
    return opened


def read_network(folder: ModelFolder, name: str) -> tuple[AssembledModel, Settings]:
    """The model of a checked folder without its tokenizer, and what its config.json says.

    Raises: PretrainedError config_number, unreadable; no_part, also for a family that we do not
        have; unknown_weight, weight_size, missing_weight.
    """
    check_numbers(folder, name)
    family = FAMILIES.get(folder.config["model_type"])
    settings = Settings(folder.config, {} if family is None else family.defaults, name)
    if family is None:
        raise settings.refused("model_type")
    weights = StoredWeights(folder, family.prefix, name)
    with torch.inference_mode(False):
        return filled_model(family, settings, weights, name), settings
