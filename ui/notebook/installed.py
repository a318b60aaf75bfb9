"""The installed workbench: `from attention_workbench import show` in a notebook."""

# In the repository there is no package of this name yet.
from attention_workbench.ui.notebook import (  # type: ignore[import-not-found]
    Axis,
    Break,
    Matrix,
    Operator,
    Shown,
    Tiles,
    show,
    show_attention,
)

__all__ = ["Axis", "Break", "Matrix", "Operator", "Shown", "Tiles", "show", "show_attention"]
