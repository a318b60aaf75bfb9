"""The Streamlit component that shows the arithmetic of one number."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import streamlit as st

from ui.explain.arithmetic.numbers import exact
from ui.explain.arithmetic.numbers import percent as percent_text
from ui.picture.javascript import SHARED, joined

_FOLDER = Path(__file__).parent

_component = st.components.v2.component(
    "arithmetic",
    html='<div class="box"></div>',
    css=(_FOLDER / "arithmetic.css").read_text(encoding="utf-8"),
    js=joined(SHARED / "element.js", _FOLDER / "arithmetic.js"),
)

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
