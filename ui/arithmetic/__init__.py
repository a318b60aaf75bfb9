"""Where a number comes from, as lines of numbers in the colours of their sources."""

from ui.arithmetic.view import Line, arithmetic, chart_of, exact, span

__all__ = ["Line", "arithmetic", "chart_of", "exact", "span"]
