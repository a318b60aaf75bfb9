"""The decoding controls, shared by the pages on which the translator writes."""

from typing import Any

import streamlit as st

from ui.state.chosen_language import page_text
from ui.state.widgets import Widgets


def decoding_controls(widgets: Widgets[Any]) -> None:
    """Draw the controls of the chosen decoding method, and the seed of random weights."""
    setting = widgets.setting
    fields = {
        "beam": ("beam_width", "length_penalty"),
        "sampled": ("temperature", "top_k", "draw"),
        "forced": ("forced",),
    }
    names = fields.get(setting.writing, ())
    if not names and setting.model != "untrained":
        return
    with widgets.row("decoding", gap="medium"):
        widgets.draw(*names)
        if setting.model == "untrained":
            message = page_text("workbench")("frame.untrained", seed=setting.written.seed)
            st.markdown(f":red[{message}]", width="content")
