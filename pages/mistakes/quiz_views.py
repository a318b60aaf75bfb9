"""Find the mistake: the wrong picture first, and what it was only once it is found."""

from typing import Any

import streamlit as st

from pages.mistakes.curves import wrong_figure
from pages.mistakes.explanation import show_comparison
from pages.mistakes.quiz import (
    LAST_NUMBER,
    OPTIONS,
    SHOWN,
    Answer,
    Question,
    question,
    read_answer,
    write_answer,
)
from pages.mistakes.sentences import sentence
from pages.mistakes.setting import has_chance
from pages.mistakes.views import LOOKS, wrong_items
from transformer_core.mistakes import MISTAKES, Comparison
from ui.picture.curves import show_curves
from ui.shell.page import Page
from ui.state import controls
from ui.state.url_state import UrlValue


def _answered(page: Page) -> UrlValue[Answer | None]:
    """The last answer, to whichever question."""
    return UrlValue(page.key("answer"), None, read_answer, write_answer)


def _answer_to(page: Page, number: int) -> Answer | None:
    answer = _answered(page).get()
    return answer if answer and answer.number == number else None


def _first_tries(page: Page) -> dict[int, bool]:
    """Of each question answered in this session, whether the first try was right."""
    return st.session_state.setdefault(page.key("first_tries"), {})


def _take(page: Page, answer: Answer) -> None:
    """Keep an answer; the first one to a question counts."""
    # Who came by a link with an answer in it has seen that one.
    if _answer_to(page, answer.number) is None:
        right = answer.option == question(answer.number).right_option
        _first_tries(page).setdefault(answer.number, right)
    _answered(page).set(answer)


def _wrong_picture(page: Page, asked: Question, comparison: Comparison) -> None:
    """Only what came out: no name, no line, no test."""
    if asked.mistake in LOOKS:
        page.matrices(wrong_items(page, asked.mistake, comparison), name="asked", hint="hint_asked")
    else:
        figure = wrong_figure(asked.mistake, comparison, asked.sizes)
        show_curves(figure, key=page.key("asked_curve"))


def _ask(page: Page, number: int, asked: Question) -> None:
    """The four mistakes to choose from, and a way to give up."""
    field = page.key(f"answer_{number}")
    before = _answer_to(page, number)
    chosen = before.option if before else None
    if st.session_state.get(field) != chosen:
        st.session_state[field] = chosen
    _options(
        page, asked, field, on_change=lambda: _take(page, Answer(number, st.session_state[field]))
    )
    st.button(
        page.text("quiz.show"),
        key=page.key("show"),
        icon=":material/visibility:",
        on_click=lambda: _take(page, Answer(number, SHOWN)),
    )


def _found(page: Page, number: int, asked: Question) -> None:
    """The same mistakes, with the right one chosen."""
    # A field of its own: one that is disabled later shows what was chosen before the last click.
    field = page.key(f"found_{number}")
    _options(page, asked, field, index=asked.right_option - 1, disabled=True)
    # An empty place lets the verdict take the place of the one before.
    st.container()


def _options(page: Page, asked: Question, field: str, **options: Any) -> None:
    st.radio(
        page.text("quiz.ask"),
        range(1, OPTIONS + 1),
        format_func=lambda option: page.text(f"mistake.{asked.options[option - 1]}"),
        key=field,
        **{"index": None} | options,
    )


def _verdict(page: Page, asked: Question, comparison: Comparison, option: int) -> None:
    """Which mistake it was; to a wrong answer only what tells the picture from that answer's."""
    if option not in (SHOWN, asked.right_option):
        kind = "sign" if asked.mistake in LOOKS else "sign_curve"
        sign = page.text(f"{kind}.{asked.options[option - 1]}")
        st.error(page.text("quiz.wrong", sign=sign), icon=":material/cancel:")
        return
    named = page.text(f"mistake.{asked.mistake}")
    effect = sentence(page.text, "effect", asked.mistake, comparison, asked.sizes)
    if option == SHOWN:
        st.info(f"{page.text('quiz.shown', mistake=named)} {effect}", icon=":material/visibility:")
    else:
        said = page.text("quiz.right", mistake=named)
        st.success(f"{said} {effect}", icon=":material/check_circle:")


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
        tries = _first_tries(page)
        if tries:
            score = page.text("quiz.score", right=sum(tries.values()), asked=len(tries))
            st.markdown(f":gray[{score}]", width="content")
        if has_chance(question(number).mistake):
            page.untrained(number)
    return number


def show_quiz(page: Page) -> None:
    """The question of the chosen number; once it is answered, the mistake in full."""
    number = _number(page)
    asked = question(number)
    comparison = MISTAKES[asked.mistake].compare(**asked.sizes)
    answer = _answer_to(page, number)
    over = answer is not None and answer.option in (SHOWN, asked.right_option)
    seen, said = st.columns(2, gap="medium")
    with seen:
        _wrong_picture(page, asked, comparison)
    with said:
        (_found if over else _ask)(page, number, asked)
        if answer is not None:
            _verdict(page, asked, comparison, answer.option)
    if over:
        show_comparison(page, asked.mistake, comparison, asked.sizes)
