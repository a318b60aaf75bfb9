"""The one way a matrix is drawn: linked matrices on a canvas, with hover, pin, edit and paint."""

from .matrix import Axis, Bars, Break, Matrix, Operator, Tiles
from .pin import Pin

__all__ = ["Axis", "Bars", "Break", "Matrix", "Operator", "Pin", "Tiles"]
