"""Your sentence: what a trained model attends to while it writes each word."""

import streamlit as st

from pages.translator.decoding_controls import decoding_controls
from pages.translator.head_choice import head_choice
from pages.translator.other_model_controls import other_model_controls
from pages.translator.setting import SentenceSetting
from pages.translator.translator_page import translator_page
from pages.your_sentence.other_areas import needs_numbers
from pages.your_sentence.whole_words import words_of
from ui.shell.page import Layout
from ui.state.chosen_language import page_text
from ui.state.widgets import Widgets


def controls(widgets: Widgets[SentenceSetting]) -> None:
    row = widgets.row(gap="medium")
    is_other = widgets.setting.model == "hugging_face"
    with row:
        widgets.draw("sentence", words="any_sentence" if is_other else "")
    if is_other:
        # Drawn first, because the other controls depend on the model.
        other_model_controls(widgets, with_board=needs_numbers(widgets.setting))
    setting = widgets.setting
    with row:
        if len(setting.attention_source.attentions.kinds) > 1:
            widgets.draw("kind")
        with st.popover(page_text("workbench")("frame.more")):
            more(widgets)
    if not is_other:
        decoding_controls(widgets)
    if setting.below == "patching":
        widgets.draw("other", words="any_other" if is_other else "")


def more(widgets: Widgets[SentenceSetting]) -> None:
    setting = widgets.setting
    widgets.draw("model")
    if setting.model != "hugging_face":
        widgets.draw("level", "honorific", "writing")
    if setting.layers > 1:
        widgets.draw("layer")
    widgets.draw("combination")
    ignored = head_choice(setting, setting.attention_source).ignored
    if ignored:
        widgets.say(f"ignored.{ignored}")
    widgets.draw("threshold")
    written = setting.attention_source.written
    if written is None:
        if words_of(setting.attention_source.attentions) is not None:
            widgets.draw("whole_words")
        return
    if written.is_reference and setting.kind == "cross":
        widgets.draw("aligned")
    widgets.draw("beside")


LAYOUT = Layout(
    main=("written", "lines", "matrix", "details", "arithmetic", "tabs", "reading", "patching"),
    below=("heads",),
)
translator_page("your_sentence", controls, LAYOUT)
