"""Models of Hugging Face, loaded on request, and what their heads attend to.

Needs `requirements-models.txt`, and says so when it is not installed; nothing here imports
transformers before a model is asked for. Whoever shows a model keeps its name, not the model:

    if pretrained.available():
        model = pretrained.load(name, on_progress)
        attentions = model.look(sentence)

All messages are words of the text files `pretrained.toml`: `page_text("pretrained")`.
"""

from ui.pretrained.allowed import Allowed
from ui.pretrained.attentions import Attentions
from ui.pretrained.errors import PretrainedError
from ui.pretrained.loading import available, load
from ui.pretrained.model import PretrainedModel
from ui.pretrained.progress import Progress

__all__ = [
    "Allowed",
    "Attentions",
    "PretrainedError",
    "PretrainedModel",
    "Progress",
    "available",
    "load",
]
