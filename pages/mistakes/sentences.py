"""Sentences about a mistake, filled in with the numbers of the current setting."""

from pages.mistakes.comparing import Compared
from ui.explain.arithmetic import significant
from ui.words.language import Text


def sentence(text: Text, kind: str, shown: Compared) -> str:
    """The mistake's "effect", what its picture shows ("about"), or its curve ("growth").

    Where the figure "lost" is 0, the effect is another one.
    """
    values = shown.figures
    if kind == "effect" and values.get("lost") == 0:
        kind = "effect_none"
    written = {figure: _written(value) for figure, value in values.items()}
    return text(f"{kind}.{shown.name}", **written)


def _written(value: int | float | str) -> str:
    if isinstance(value, str):
        return value
    return f"{value:,}" if isinstance(value, int) else significant(value, 2)
