"""A page of the translator, or an error if its files are missing or damaged."""

from collections.abc import Callable
from typing import Any

import streamlit as st

from english_korean.checkpoint import CheckpointError
from pages.translator.model_edits import the_translator
from ui.shell import page
from ui.state.chosen_language import page_text
from ui.state.widgets import Widgets


def translator_page(
    name: str, controls: Callable[[Widgets[Any]], None], layout: page.Layout
) -> None:
    """Draw the page of this name if the translator can be used."""
    try:
        the_translator()
    except CheckpointError as error:
        text = page_text(name)
        st.title(text("title"), anchor=False)
        st.error(text("errors.translator", file=error.file))
    else:
        page.WorkbenchPage(name, controls, equations={}, layout=layout)
