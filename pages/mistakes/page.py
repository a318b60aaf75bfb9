"""Common mistakes: the right and the wrong result side by side, or a quiz that hides which."""

import streamlit as st

from pages.mistakes.answer import equation_of
from pages.mistakes.quiz import FirstTries, question_of
from pages.mistakes.setting import MistakeSetting
from transformer_lab.mistakes import MISTAKES
from ui.shell.page import Layout, WorkbenchPage
from ui.state.chosen_language import page_text
from ui.state.session_value import session_value
from ui.state.widgets import Widgets
from ui.words.language import Text

LAYOUT = Layout(main=("picture", "fault", "arithmetic"), below=("growth",))


def controls(widgets: Widgets[MistakeSetting]) -> None:
    setting = widgets.setting
    with widgets.row():
        widgets.draw("quiz")
        if setting.quiz:
            widgets.draw("number" if setting.number else "question")
            show_score(page_text("mistakes"), setting)
            if MISTAKES[question_of(setting).mistake].is_random:
                widgets.untrained(setting.asked_number)
        else:
            widgets.draw(*MISTAKES[setting.mistake].sizes)
            if MISTAKES[setting.mistake].is_random:
                widgets.untrained()


def show_score(text: Text, setting: MistakeSetting) -> None:
    """Show how many questions were answered right at the first try, once there is one."""
    tries = session_value("mistakes.tries", lambda: FirstTries(setting.current_answer))
    tries.take(setting)
    if tries.right:
        right = sum(tries.right.values())
        st.markdown(
            f":gray[{text('quiz.score', right=right, asked=len(tries.right))}]", width="content"
        )


WorkbenchPage(
    "mistakes",
    controls,
    equations={name: one.equation for name, one in MISTAKES.items() if equation_of(name) == name},
    layout=LAYOUT,
)
