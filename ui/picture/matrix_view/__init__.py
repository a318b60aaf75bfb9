"""Draws matrices on linked canvases, with hovering, pinning, editing and painting."""

from .matrix import Axis, Bars, Break, Matrix, Operator, Tiles
from .pin import Pin

__all__ = ["Axis", "Bars", "Break", "Matrix", "Operator", "Pin", "Tiles"]
