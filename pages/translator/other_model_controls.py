"""The controls that choose a Hugging Face model and load it."""

from typing import Any

import streamlit as st

from ui.models import PretrainedError, Progress, load, loaded
from ui.state.chosen_language import page_text
from ui.state.widgets import Widgets


def other_model_controls(
    widgets: Widgets[Any], *, with_board: bool = False, has_target: bool = True
) -> None:
    """Load a model by its name. This may take minutes; the translator is shown meanwhile.

    Args:
        with_board: whether the model is opened as one of ours, too.
        has_target: whether a target can be typed before it is known whether the model reads it.
    """
    row = widgets.row("model", gap="medium")
    with row:
        widgets.draw("name")
        if has_target:
            widgets.draw("target")
    words, bar, name = page_text("models"), st.empty(), widgets.setting.name

    def report(progress: Progress) -> None:
        message = words(f"progress.{progress.stage}", **progress.values)
        bar.progress(progress.share or 0.0, text=message)

    model = None
    try:
        model = loaded(name) or load(name, report)
        if with_board and model.board is None:
            report(Progress("opening"))
            model.open_board()
    except PretrainedError:
        pass  # The answer shows the error.
    bar.empty()
    if not has_target and model is not None and model.architecture == "encoder-decoder":
        with row:
            widgets.draw("target")
    if len(widgets.setting.languages(0)) > 1:
        with row:
            widgets.draw("source_language", "target_language")
