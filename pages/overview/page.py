"""Overview: a sentence passing through the whole trained model."""

import streamlit as st

from pages.translator.decoding_controls import decoding_controls
from pages.translator.setting import OWN_MODELS, SentenceSetting
from pages.translator.translator_page import translator_page
from ui.shell.page import Layout, examples, front_row
from ui.state.chosen_language import page_text
from ui.state.widgets import Widgets


def controls(widgets: Widgets[SentenceSetting]) -> None:
    with front_row():
        widgets.draw("sentence")
        examples("overview")
        # A Hugging Face model has no map here: the notice links to its page instead.
        widgets.draw_choice("model", OWN_MODELS, widgets.setting.own_model)
        with st.popover(page_text("workbench")("frame.more")):
            widgets.draw("level", "honorific", "writing", "beside")
    decoding_controls(widgets)


LAYOUT = Layout(main=("notice", "map", "chips", "arithmetic"), below=("details",), front=True)
translator_page("overview", controls, LAYOUT)
