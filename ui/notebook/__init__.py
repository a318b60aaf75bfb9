"""Matrices in a notebook, drawn by the same code as in the app.

Uses relative imports only: once installed, the app is inside `attention_workbench`, and there is no
package named `ui`.
"""

from ..picture.matrix_view import Axis, Break, Matrix, Operator, Tiles
from .show import Shown, show
from .show_attention import show_attention

__all__ = ["Axis", "Break", "Matrix", "Operator", "Shown", "Tiles", "show", "show_attention"]
