"""What one does with the Transformer of `transformer_core`.

- examples: inputs worth looking at
- measures: a model's numbers described in figures
- mistakes: what goes wrong where one line of the model is wrong, and what shows it
- learning: small tasks, and models that learn them
- pretrained: other people's models; `open_model` opens one
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from transformer_lab.pretrained.opening import open_model

__all__ = ["open_model"]


def __getattr__(name: str) -> Any:
    """Import what opens models only where one is opened."""
    if name != "open_model":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from transformer_lab.pretrained.opening import open_model

    return open_model
