"""The one way a matrix is drawn: linked matrices on a canvas, with hover, pin, edit and paint."""

from ui.picture.matrix_view.matrix import Axis, Bars, Break, Matrix, Operator, Tiles
from ui.picture.matrix_view.pin import Pin

__all__ = ["Axis", "Bars", "Break", "Matrix", "Operator", "Pin", "Tiles"]
