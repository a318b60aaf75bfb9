"""Overview: a sentence passing through the whole trained model."""

import streamlit as st

from pages.your_sentence.setting import OWN_MODELS
from pages.your_sentence.translator_page import translator_page
from pages.your_sentence.writing_controls import ROW, writing
from ui.answer.page import Layout
from ui.shell.language import page_text
from ui.state.widgets import Widgets


def controls(widgets: Widgets) -> None:
    with st.container(**ROW):
        widgets.draw("sentence")
        # A Hugging Face model has no map here: the notice links to its page instead.
        widgets.draw_choice("model", OWN_MODELS, widgets.setting.own_model)
        with st.popover(page_text("workbench")("frame.more")):
            widgets.draw("level", "honorific", "writing", "beside")
    writing(widgets)


LAYOUT = Layout(main=("notice", "map", "told", "arithmetic"))
translator_page("overview", controls, LAYOUT)
