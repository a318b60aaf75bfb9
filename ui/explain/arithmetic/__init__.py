"""The arithmetic of a number, as lines of numbers in the colours of their sources."""

from ui.explain.arithmetic.numbers import exact, percent, short_percent, significant
from ui.explain.arithmetic.part import Arithmetic, Level
from ui.explain.arithmetic.spans import Chart, Line, Span, chart_of, span

__all__ = [
    "Arithmetic",
    "Chart",
    "Level",
    "Line",
    "Span",
    "chart_of",
    "exact",
    "percent",
    "short_percent",
    "significant",
    "span",
]
