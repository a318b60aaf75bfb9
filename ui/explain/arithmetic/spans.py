"""The elements of the arithmetic of one number: lines made of spans, and bars."""

from collections.abc import Sequence
from typing import Any

from ui.explain.arithmetic.numbers import exact
from ui.explain.arithmetic.numbers import percent as percent_text
from ui.picture.label import gloss_field

Span = dict[str, str]
Line = tuple[str, Sequence[Span]]
Chart = dict[str, Any]


def span(text: str | float, role: str = "", to: str = "", spoken: str = "") -> Span:
    """Make one piece of a line.

    `role` sets its colour: query, key, value, or result for the outcome. `to` makes it a link to
    the cell that it comes from, which `spoken` names.
    """
    shown = text if isinstance(text, str) else exact(text)
    return {"text": shown, "role": role, "to": to, "spoken": spoken}


def chart_of(
    title: str,
    labels: Sequence[str],
    values: Sequence[float],
    *,
    percent: bool = False,
    is_share: bool = False,
) -> Chart:
    """Make bars for the side of the lines, one for each term.

    Shares of 1 (attention weights, probabilities) have the colour of weights, not of a sign.
    """
    rows = [
        {
            "label": label,
            "value": value,
            "text": f"{percent_text(value)}%" if percent else exact(value, 3),
        }
        | gloss_field(label)
        for label, value in zip(labels, values, strict=True)
    ]
    return {"title": title, "rows": rows, "isShare": is_share}
