"""Where a number comes from, as lines of numbers in the colours of their sources."""

from ui.arithmetic.view import Chart, Line, Span, arithmetic, chart_of, exact, significant, span

__all__ = ["Chart", "Line", "Span", "arithmetic", "chart_of", "exact", "significant", "span"]
