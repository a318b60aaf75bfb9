"""Models of Hugging Face, loaded on request, and what their heads attend to.

Needs `requirements-models.txt`, and says so when it is not installed; nothing here imports
transformers before a model is asked for. Whoever shows a model keeps its name, not the model:

    if pretrained.available():
        model = pretrained.load(name, on_progress)
        attentions = model.look(sentence)

All messages are words of the text files here: `page_text("your_sentence/pretrained")`.
"""

from pages.your_sentence.pretrained.allowed import Allowed
from pages.your_sentence.pretrained.attentions import Attentions
from pages.your_sentence.pretrained.errors import PretrainedError
from pages.your_sentence.pretrained.loading import available, load, loaded
from pages.your_sentence.pretrained.opened import OpenedModel
from pages.your_sentence.pretrained.progress import Progress

__all__ = [
    "Allowed",
    "Attentions",
    "OpenedModel",
    "PretrainedError",
    "Progress",
    "available",
    "load",
    "loaded",
]
