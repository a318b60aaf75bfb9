"""Common mistakes: the right and the wrong result side by side, or a quiz that hides which."""

import streamlit as st

from pages.mistakes.code import mistake_code
from pages.mistakes.explanation import show_comparison
from pages.mistakes.quiz_views import show_quiz
from pages.mistakes.sentences import sentence
from pages.mistakes.setting import (
    CONTROLS,
    DEFAULTS,
    NUMBERS,
    TRIES,
    Sizes,
    has_chance,
    read_mistake,
    steps,
    write_number,
)
from pages.mistakes.views import EQUATIONS
from transformer_core.mistakes import MISTAKES, Comparison
from ui.shell.page import Page
from ui.state import controls
from ui.state.url_state import UrlValue, number_between

page = Page.open("mistakes", "mi", "")
text = page.text


def chosen(*, named: bool = True) -> UrlValue[str]:
    """The mistake that is looked at; in the address by its name or by its number."""
    write = str if named else write_number
    return UrlValue(page.key("mistake"), next(iter(MISTAKES)), read_mistake, write)


def choose(name: str) -> None:
    chosen().set(name)
    page.set_pin("")


def held(control: str) -> UrlValue[int]:
    return UrlValue(page.key(control), DEFAULTS[control], number_between(1, 10_000))


def resize(sizes: Sizes) -> None:
    for control, value in sizes.items():
        if control in NUMBERS:
            page.set(**{control: value})
        else:
            held(control).set(value)


def chosen_sizes(name: str) -> Sizes:
    sizes: Sizes = {}
    for control in CONTROLS[name]:
        if control in NUMBERS:
            value = controls.number(page, control, *NUMBERS[control], DEFAULTS[control], width=150)
        else:
            value = controls.stepped(page, control, steps(control, sizes), held(control))
        sizes[control] = value
    return sizes


def head(name: str, comparison: Comparison, sizes: Sizes) -> None:
    """What the mistake is, what it does, and the equation that it breaks."""
    with st.container(horizontal=True, horizontal_alignment="distribute", gap="medium"):
        with st.container(width=680, gap=None):
            st.subheader(text(f"mistake.{name}"), anchor=False)
            st.markdown(sentence(text, "effect", name, comparison, sizes))
        with st.container(width="content"):
            st.latex(EQUATIONS[name])


def show_mistake(name: str) -> None:
    page.presets({one: lambda one=one: choose(one) for one in MISTAKES}, active=name)
    above = st.container()
    with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
        sizes = chosen_sizes(name)
        if has_chance(name):
            page.untrained(sizes["seed"])
    comparison = MISTAKES[name].compare(**sizes)
    with above:
        head(name, comparison, sizes)
    show_comparison(page, name, comparison, sizes)
    page.try_this({what: lambda to=to: resize(to) for what, to in TRIES[name].items()})
    page.pytorch(lambda: mistake_code(name, sizes))


@st.fragment
def workbench() -> None:
    if controls.toggle(page, "quiz", False):
        # It stays in the address for the way back; by its name it could be taken for the answer.
        chosen(named=False).get()
        show_quiz(page)
    else:
        show_mistake(chosen().get())


workbench()
