"""What the arithmetic of one number is made of: lines of pieces, and bars."""

from collections.abc import Sequence
from typing import Any

from ui.explain.arithmetic.numbers import exact
from ui.explain.arithmetic.numbers import percent as percent_text

Span = dict[str, str]
Line = tuple[str, Sequence[Span]]
Chart = dict[str, Any]


def span(text: str | float, role: str = "", to: str = "", spoken: str = "") -> Span:
    """One piece of a line.

    `role` colours it: query, key, value, or result for what comes out. With `to` a person can go
    from it to where it comes from, which `spoken` names.
    """
    shown = text if isinstance(text, str) else exact(text)
    return {"text": shown, "role": role, "to": to, "spoken": spoken}


def chart_of(
    title: str, labels: Sequence[str], values: Sequence[float], *, percent: bool = False
) -> Chart:
    """Bars beside the lines, one for each term."""
    rows = [
        {
            "label": label,
            "value": value,
            "text": f"{percent_text(value)}%" if percent else exact(value, 3),
        }
        for label, value in zip(labels, values, strict=True)
    ]
    return {"title": title, "rows": rows}
