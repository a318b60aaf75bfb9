"""Find the mistake: the wrong picture first, and what it was only after an answer."""

import streamlit as st

from transformer_core.mistakes import MISTAKES, Comparison
from ui import controls
from ui.curves import show_curves
from ui.mistake_curves import wrong_figure
from ui.mistake_explanation import show_comparison
from ui.mistake_quiz import LAST_NUMBER, OPTIONS, Question, question, read_answer, write_answer
from ui.mistake_sentences import sentence
from ui.mistake_setting import has_chance
from ui.mistake_views import LOOKS, wrong_items
from ui.page import Page
from ui.url_state import UrlValue


def _answered(page: Page) -> UrlValue[tuple[int, int] | None]:
    """The last answer: the question's number, and which option from 1."""
    return UrlValue(page.key("answer"), None, read_answer, write_answer)


def _wrong_picture(page: Page, asked: Question, comparison: Comparison) -> None:
    """Only what came out: no name, no line, no test."""
    if asked.mistake in LOOKS:
        page.matrices(wrong_items(page, asked.mistake, comparison), name="asked", hint="hint_asked")
    else:
        figure = wrong_figure(asked.mistake, comparison, asked.sizes)
        show_curves(figure, key=page.key("asked_curve"))


def _ask(page: Page, number: int, asked: Question) -> str | None:
    """The four mistakes to choose from, and the chosen one."""
    answered = _answered(page)
    before = answered.get()
    field = page.key(f"answer_{number}")
    if field not in st.session_state and before and before[0] == number:
        st.session_state[field] = before[1]
    option = st.radio(
        page.text("quiz.ask"),
        range(1, OPTIONS + 1),
        index=None,
        format_func=lambda option: page.text(f"mistake.{asked.options[option - 1]}"),
        key=field,
    )
    if not option:
        return None
    answered.set((number, option))
    return asked.options[option - 1]


def _verdict(page: Page, asked: Question, comparison: Comparison, answer: str) -> None:
    mistake = asked.mistake
    right = answer == mistake
    named = page.text(f"mistake.{mistake}")
    said = page.text("quiz.right" if right else "quiz.wrong", mistake=named)
    show, icon = (st.success, "check_circle") if right else (st.error, "cancel")
    effect = sentence(page.text, "effect", mistake, comparison, asked.sizes)
    show(f"{said} {effect}", icon=f":material/{icon}:")


def _number(page: Page) -> int:
    def go_on() -> None:
        page.set(number=number % LAST_NUMBER + 1)
        page.set_pin("")
        _answered(page).set(None)

    with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
        number = controls.number(page, "number", 1, LAST_NUMBER, 1, width=150)
        st.button(
            page.text("quiz.next"),
            key=page.key("next"),
            icon=":material/arrow_forward:",
            on_click=go_on,
        )
        if has_chance(question(number).mistake):
            page.untrained(number)
    return number


def show_quiz(page: Page) -> None:
    """The question of the chosen number; once it is answered, the mistake in full."""
    number = _number(page)
    asked = question(number)
    comparison = MISTAKES[asked.mistake].compare(**asked.sizes)
    seen, said = st.columns(2, gap="medium")
    with seen:
        _wrong_picture(page, asked, comparison)
    with said:
        answer = _ask(page, number, asked)
        if answer is not None:
            _verdict(page, asked, comparison, answer)
    if answer is not None:
        show_comparison(page, asked.mistake, comparison, asked.sizes)
