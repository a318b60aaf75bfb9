"""Overview: a sentence on its way through the whole trained model."""

import streamlit as st

from pages.your_sentence.translator_page import translator_page
from pages.your_sentence.writing_controls import ROW, writing
from ui.answer.page import Layout
from ui.shell.language import page_text
from ui.state.widgets import Widgets


def controls(widgets: Widgets) -> None:
    with st.container(**ROW):
        widgets.draw("sentence", "model", "level")
        with st.popover(page_text("workbench")("frame.more")):
            widgets.draw("honorific", "writing", "beside")
    writing(widgets)


LAYOUT = Layout(main=("notice", "map", "told", "arithmetic"))
translator_page("overview", controls, LAYOUT)
