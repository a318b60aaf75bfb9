"""Overview: a sentence passing through the whole trained model."""

import streamlit as st

from pages.translator.choices import OTHER_WRITINGS
from pages.translator.decoding_controls import decoding_controls
from pages.translator.other_model_controls import other_model_controls
from pages.translator.setting import SentenceSetting
from pages.translator.translator_page import translator_page
from ui.shell.page import Layout, examples, front_row
from ui.state.chosen_language import page_text
from ui.state.widgets import Widgets


def controls(widgets: Widgets[SentenceSetting]) -> None:
    is_other = widgets.setting.model == "hugging_face"
    with front_row():
        widgets.draw("sentence", words="any_sentence" if is_other else "")
        examples("overview")
        widgets.draw("model")
        with st.popover(page_text("workbench")("frame.more")):
            if is_other:
                _other_writing(widgets)
            else:
                widgets.draw("level", "honorific", "writing", "beside")
    if is_other:
        other_model_controls(widgets, with_board=True, has_target=False)
    else:
        decoding_controls(widgets)


def _other_writing(widgets: Widgets[SentenceSetting]) -> None:
    """How a Hugging Face model writes."""
    is_sampled = widgets.setting.is_sampled
    widgets.draw("second", "second_model")
    widgets.draw_choice("writing", OTHER_WRITINGS, "sampled" if is_sampled else "greedy")
    if is_sampled:
        widgets.draw("temperature", "top_k", "top_p", "draw")


LAYOUT = Layout(main=("notice", "map", "chips", "arithmetic"), below=("details",), front=True)
translator_page("overview", controls, LAYOUT)
