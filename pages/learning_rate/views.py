"""The learning-rate page's curves, and the list of them."""

from collections.abc import Callable

import plotly.graph_objects as go
import streamlit as st

from pages.learning_rate.setting import Kept, Schedule
from ui.explain.arithmetic import significant
from ui.picture.curves import ACCENT, COLOURS, Curve, Mark, curve_figure
from ui.shell.language import Text
from ui.shell.page import Page

# A curve's button to remove it stays beside its name on a telephone.
_ONE_LINE = "<style>[class*='st-key-lr_kept_'] { flex-wrap: nowrap; }</style>"


def described(text: Text, schedule: Schedule) -> str:
    return text(
        "curve",
        d_model=schedule.d_model,
        warmup=f"{schedule.warmup_steps:,}",
        factor=f"{schedule.factor:g}",
    )


def schedule_figure(
    text: Text,
    schedule: Schedule,
    kept: Kept,
    number_of_steps: int,
    step: int,
    *,
    logarithmic: bool,
) -> go.Figure:
    """All curves, their peaks, and the chosen step on the one in the controls."""
    first = 1 if logarithmic else 0
    inside = first <= step <= number_of_steps
    shown = [(one, COLOURS[slot], False) for slot, one in kept.items() if one != schedule]
    shown.append((schedule, ACCENT, True))
    curves, marks = [], []
    for one, colour, strong in shown:
        steps, rates = one.curve(number_of_steps)
        x, y = steps[first:].tolist(), rates[first:].tolist()
        curves.append(Curve(described(text, one), x, y, colour, strong))
        if strong and inside and step != one.warmup_steps:
            rate = one.at(step).rate
            marks.append(Mark(step, rate, significant(rate), colour, "diamond"))
        if one.warmup_steps <= number_of_steps:
            marks.append(Mark(one.warmup_steps, one.peak, significant(one.peak), colour))
    return curve_figure(
        curves,
        text("axis_step"),
        text("axis_rate"),
        marks=marks,
        logarithmic=logarithmic,
        at=step if inside and not logarithmic else None,
        until=number_of_steps,
    )


def _chip(colour: str, words: str) -> None:
    # Only numbers and our own words come here, nothing that a person typed.
    swatch = (
        f"<span style='display:inline-block;width:14px;height:4px;border-radius:2px;"
        f"background:{colour};margin-right:8px;vertical-align:middle'></span>"
    )
    st.html(f"<span style='font-size:14px'>{swatch}{words}</span>")


def curve_list(
    page: Page,
    schedule: Schedule,
    kept: Kept,
    keep: Callable[[], None] | None,
    remove: Callable[[int], None],
) -> None:
    """A legend in which curves are kept and let go. `keep` is None when there is no room."""
    text = page.text

    def chip(one: Schedule, colour: str) -> None:
        _chip(colour, f"{described(text, one)} · {text('peak')} {significant(one.peak)}")

    st.html(_ONE_LINE)
    row = {"horizontal": True, "vertical_alignment": "center"}
    with st.container(**row, gap="small"):
        with st.container(**row, gap="small", width="content"):
            chip(schedule, ACCENT)
            st.button(
                text("keep"),
                key=page.key("keep"),
                on_click=keep,
                disabled=keep is None,
                help=text("keep_help"),
                icon=":material/add:",
            )
        for slot, one in kept.items():
            with st.container(**row, gap="xxsmall", width="content", key=page.key(f"kept_{slot}")):
                chip(one, COLOURS[slot])
                st.button(
                    "",
                    key=page.key(f"remove_{slot}"),
                    on_click=remove,
                    args=(slot,),
                    icon=":material/close:",
                    type="tertiary",
                    help=text("remove"),
                )
