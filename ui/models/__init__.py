"""Hugging Face models, loaded on request, and what their heads attend to.

Needs `requirements-models.txt`, and reports it if that is not installed; transformers is imported
only when a model is requested. Callers keep a model's name, not the model:

    if models.available():
        model = models.load(name, on_progress)
        attentions = model.look(sentence)

All messages are in the text files of this folder: `page_text("models")`.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from transformer_lab.pretrained.allowed import Allowed
    from transformer_lab.pretrained.errors import PretrainedError
    from ui.models.attentions import Attentions
    from ui.models.board.about import BoardAbout, BoardSeen, Continued
    from ui.models.board.head_summary import HeadSummary
    from ui.models.board.patch_pins import PRESSES
    from ui.models.board.question import FIND, BoardQuestion, OffHead, SetNumber
    from ui.models.board.vector_patch import (
        NO_PATCHING,
        PATCH,
        STACKS,
        Patch,
        Patching,
        taker,
    )
    from ui.models.loading import available, is_folder, load, loaded, open_by
    from ui.models.opened import Beside, OpenedModel
    from ui.models.progress import Progress

__all__ = [
    "FIND",
    "NO_PATCHING",
    "PATCH",
    "PRESSES",
    "STACKS",
    "Allowed",
    "Attentions",
    "Beside",
    "BoardAbout",
    "BoardQuestion",
    "BoardSeen",
    "Continued",
    "HeadSummary",
    "OffHead",
    "OpenedModel",
    "Patch",
    "Patching",
    "PretrainedError",
    "Progress",
    "SetNumber",
    "available",
    "is_folder",
    "load",
    "loaded",
    "open_by",
    "taker",
]

_HOMES = {
    "FIND": "ui.models.board.question",
    "NO_PATCHING": "ui.models.board.vector_patch",
    "PATCH": "ui.models.board.vector_patch",
    "PRESSES": "ui.models.board.patch_pins",
    "STACKS": "ui.models.board.vector_patch",
    "Allowed": "transformer_lab.pretrained.allowed",
    "Attentions": "ui.models.attentions",
    "Beside": "ui.models.opened",
    "BoardAbout": "ui.models.board.about",
    "BoardQuestion": "ui.models.board.question",
    "BoardSeen": "ui.models.board.about",
    "Continued": "ui.models.board.about",
    "HeadSummary": "ui.models.board.head_summary",
    "OffHead": "ui.models.board.question",
    "OpenedModel": "ui.models.opened",
    "Patch": "ui.models.board.vector_patch",
    "Patching": "ui.models.board.vector_patch",
    "PretrainedError": "transformer_lab.pretrained.errors",
    "Progress": "ui.models.progress",
    "SetNumber": "ui.models.board.question",
    "available": "ui.models.loading",
    "is_folder": "ui.models.loading",
    "load": "ui.models.loading",
    "loaded": "ui.models.loading",
    "open_by": "ui.models.loading",
    "taker": "ui.models.board.vector_patch",
}


def __getattr__(name: str) -> object:
    """Import only what is requested: a model's own process needs neither server nor cluster."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)
