"""The controls that choose a Hugging Face model and load it."""

from typing import Any

import streamlit as st

from ui.models import OpenedModel, PretrainedError, Progress, load, loaded
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
    model = _opened(widgets.setting.name, with_board=with_board)
    second = widgets.setting.second_model.strip()
    if with_board and model is not None and second:
        _opened(second, with_board=True)
    if not has_target and model is not None and model.architecture == "encoder-decoder":
        with row:
            widgets.draw("target")
    if not has_target and _has_logits(model):
        with row:
            widgets.draw("find")
    if len(widgets.setting.languages(0)) > 1:
        with row:
            widgets.draw("source_language", "target_language")


def _has_logits(model: OpenedModel | None) -> bool:
    """True if it is open as one of ours, and predicts words."""
    try:
        return model is not None and model.board is not None and model.board.has_logits
    except PretrainedError:
        return False


def _opened(name: str, *, with_board: bool) -> OpenedModel | None:
    """The model of a name, read now if it is not there; None if that fails, which the answer
    reports.
    """
    words, bar = page_text("models"), st.empty()

    def report(progress: Progress) -> None:
        message = words(f"progress.{progress.stage}", **progress.values)
        bar.progress(progress.share or 0.0, text=message)

    try:
        model = loaded(name) or load(name, report)
        if with_board and model.board is None:
            report(Progress("opening"))
            model.open_board()
        return model
    except PretrainedError:
        return None
    finally:
        bar.empty()
