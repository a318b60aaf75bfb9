"""Overview: a sentence on its way through the whole trained model."""

import streamlit as st

from pages.your_sentence.touched import translator_of
from pages.your_sentence.writing_controls import ROW, writing
from transformer_core.checkpoint import CheckpointError
from ui.answer.page import Layout, WorkbenchPage
from ui.shell.language import page_text
from ui.state.widgets import Widgets


def controls(widgets: Widgets) -> None:
    with st.container(**ROW):
        widgets.draw("sentence", "model")
        with st.popover(page_text("workbench")("frame.more")):
            widgets.draw("writing", "beside")
    writing(widgets)


LAYOUT = Layout(main=("notice", "map", "told", "arithmetic"))
try:
    translator_of("translator")
except CheckpointError as error:
    text = page_text("overview")
    st.title(text("title"), anchor=False)
    st.error(text("errors.translator", file=error.file))
else:
    WorkbenchPage("overview", controls, equations={}, layout=LAYOUT)
