"""The Streamlit component that shows the arithmetic of one number."""

import math
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import streamlit as st

_FOLDER = Path(__file__).parent
_MINUS = "−"
_RAISED = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")

_component = st.components.v2.component(
    "arithmetic",
    html='<div class="box"></div>',
    css=(_FOLDER / "arithmetic.css").read_text(encoding="utf-8"),
    js=(_FOLDER / "arithmetic.js").read_text(encoding="utf-8"),
)

Span = dict[str, str]
Line = tuple[str, Sequence[Span]]
Chart = dict[str, Any]


def exact(value: float, digits: int = 4) -> str:
    """A number with a real minus sign; in exponent form where the digits would all be zeros."""
    if not math.isfinite(value):
        text = {math.inf: "∞", -math.inf: "-∞"}.get(value, "NaN")
    elif value == int(value) and abs(value) < 1e6:
        text = str(int(value))
    elif abs(value) < 0.5 * 10**-digits or abs(value) >= 1e6:
        text = f"{value:.3e}"
    else:
        text = f"{value:.{digits}f}"
    return text.replace("-", _MINUS)


def significant(value: float, digits: int = 4) -> str:
    """A number to so many digits that count: 0.06988, 6.988 × 10⁻⁴, ∞."""
    if value == math.inf:
        return "∞"
    if value == 0 or 1e-3 <= abs(value) < 1e6:
        if value == int(value) or abs(value) >= 10**digits:
            return f"{value:,.0f}"
        return f"{value:#.{digits}g}".rstrip(".")
    mantissa, exponent = f"{value:.{digits - 1}e}".split("e")
    return f"{mantissa} × 10{str(int(exponent)).translate(_RAISED)}"


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
            "text": f"{100 * value:.1f}%" if percent else exact(value, 3),
        }
        for label, value in zip(labels, values, strict=True)
    ]
    return {"title": title, "rows": rows}


def arithmetic(
    title: str,
    question: str,
    lines: Sequence[Line],
    *,
    key: str,
    bars: Chart | Sequence[Chart] | None = None,
    crumbs: Sequence[Span] = (),
    on_go: Callable[[str], None] | None = None,
) -> None:
    """Show how a number is made, one labelled line a step.

    `crumbs` are the numbers from which a person came here. `on_go` gets the `to` of the piece that
    was chosen, before the script runs.
    """

    def gone() -> None:
        to = (st.session_state[key].get("go") or "").partition("#")[0]
        if to and on_go is not None:
            on_go(to)

    data = {
        "title": title,
        "question": question,
        "lines": [{"label": label, "spans": list(spans)} for label, spans in lines],
        "bars": [bars] if isinstance(bars, dict) else list(bars or ()),
        "crumbs": list(crumbs),
    }
    _component(key=key, data=data, on_go_change=gone)
