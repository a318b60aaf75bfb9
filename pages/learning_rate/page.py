"""Learning rate: warm-up and decay, several settings side by side."""

import streamlit as st

from pages.learning_rate.arithmetic import show_rate_arithmetic
from pages.learning_rate.code import learning_rate_code
from pages.learning_rate.setting import (
    EXAMPLES,
    LARGEST_D_MODEL,
    LARGEST_FACTOR,
    LARGEST_NUMBER_OF_STEPS,
    LARGEST_WARMUP,
    LEAST_FACTOR,
    MOST_KEPT,
    Schedule,
    read_kept,
    with_kept,
    without,
    write_kept,
)
from pages.learning_rate.views import curve_list, schedule_figure
from ui.picture.curves import show_curves
from ui.shell.page import Page
from ui.state import controls
from ui.state.url_state import UrlValue

EQUATION = (
    r"\vphantom{\Big|}\mathrm{factor} \cdot d_{\mathrm{model}}^{-0.5} \cdot "
    r"\min(step^{-0.5},\; step \cdot warmup\_steps^{-1.5})"
)

page = Page.open("learning_rate", "lr", EQUATION)
kept = UrlValue("lr_kept", {}, read_kept, write_kept)


def choose(name: str) -> None:
    schedule, number_of_steps = EXAMPLES[name]
    page.set(
        d_model=schedule.d_model,
        warmup=schedule.warmup_steps,
        factor=schedule.factor,
        steps=number_of_steps,
    )


def keep(schedule: Schedule, **then: float) -> None:
    kept.set(with_kept(kept.get(), schedule))
    page.set(**then)


@st.fragment
def workbench() -> None:
    above = st.container()
    with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
        d_model = controls.number(page, "d_model", 1, LARGEST_D_MODEL, 512, width=130)
        warmup = controls.number(page, "warmup", 1, LARGEST_WARMUP, 4000, step=500, width=150)
        factor = controls.number(
            page, "factor", LEAST_FACTOR, LARGEST_FACTOR, 1.0, step=0.1, width=130, format="%.2f"
        )
        steps = controls.number(
            page, "steps", 10, LARGEST_NUMBER_OF_STEPS, 100_000, step=10_000, width=160
        )
        step = controls.number(
            page, "step", 0, LARGEST_NUMBER_OF_STEPS, 20_000, step=1000, width=160
        )
        axes = controls.choice(page, "axes", ("linear", "logarithmic"), "linear")
    schedule = Schedule(d_model, warmup, factor)
    with above:
        active = next((name for name, (one, _) in EXAMPLES.items() if one == schedule), None)
        page.presets({name: lambda name=name: choose(name) for name in EXAMPLES}, active=active)

    figure = schedule_figure(
        page.text, schedule, kept.get(), steps, step, logarithmic=axes == "logarithmic"
    )
    show_curves(figure, key="lr_curves", on_click=lambda x: page.set(step=round(x)))
    if step > steps:
        st.info(page.text("beyond", step=f"{step:,}", steps=f"{steps:,}"))
    room = len(kept.get()) < MOST_KEPT and schedule not in kept.get().values()
    curve_list(
        page,
        schedule,
        kept.get(),
        (lambda: keep(schedule)) if room else None,
        lambda slot: kept.set(without(kept.get(), slot)),
    )
    show_rate_arithmetic(page, schedule, step)
    page.try_this(
        {
            "wider": lambda: keep(schedule, d_model=min(4 * d_model, LARGEST_D_MODEL)),
            "longer": lambda: keep(schedule, warmup=min(2 * warmup, LARGEST_WARMUP)),
            "peak": lambda: page.set(step=warmup),
        }
    )
    page.pytorch(lambda: learning_rate_code(d_model, warmup, factor, steps, step))


workbench()
