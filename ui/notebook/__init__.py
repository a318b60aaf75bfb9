"""Matrices in a notebook, drawn by the code that draws them in the app.

Relative imports alone: installed, the app lies in `attention_workbench`, nothing is called `ui`.
"""

from ..picture.matrix_view import Axis, Break, Matrix, Operator, Tiles
from .show import Shown, show

__all__ = ["Axis", "Break", "Matrix", "Operator", "Shown", "Tiles", "show"]
