"""The sentences about a mistake, with the figures of the setting in force filled in."""

from pages.mistakes.setting import Sizes
from transformer_core.mistakes import Comparison, figures
from ui.explain.arithmetic import significant
from ui.shell.language import Text


def sentence(text: Text, kind: str, name: str, comparison: Comparison, sizes: Sizes) -> str:
    """What a mistake does (`kind` "effect"), or what its picture shows ("about")."""
    values = figures(name, comparison, sizes)
    if kind == "effect" and values.get("lost") == 0:
        kind = "effect_none"
    written = {figure: _written(value) for figure, value in values.items()}
    return text(f"{kind}.{name}", **written)


def _written(value: int | float | str) -> str:
    if isinstance(value, str):
        return value
    return f"{value:,}" if isinstance(value, int) else significant(value, 2)
