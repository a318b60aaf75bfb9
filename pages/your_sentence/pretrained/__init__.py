"""Models of Hugging Face, loaded on request, and what their heads attend to.

Needs `requirements-models.txt`, and says so when it is not installed; nothing here imports
transformers before a model is asked for. Whoever shows a model keeps its name, not the model:

    if pretrained.available():
        model = pretrained.load(name, on_progress)
        attentions = model.look(sentence)

All messages are words of the text files here: `page_text("your_sentence/pretrained")`.
"""

from importlib import import_module

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

_HOMES = {
    "Allowed": "allowed",
    "Attentions": "attentions",
    "OpenedModel": "opened",
    "PretrainedError": "errors",
    "Progress": "progress",
    "available": "loading",
    "load": "loading",
    "loaded": "loading",
}


def __getattr__(name: str) -> object:
    """What is asked for, and no more: a model's own process needs neither server nor cluster."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
