"""Overview: a live attention on a typed sentence, and the model's map."""

import streamlit as st

from pages.overview.model_map import model_map
from pages.overview.setting import OverviewSetting
from ui.answer.page import Layout, WorkbenchPage
from ui.shell.language import page_text
from ui.state.widgets import Widgets


def controls(widgets: Widgets[OverviewSetting]) -> None:
    with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
        widgets.draw("sentence", "seed")
        widgets.untrained()


WorkbenchPage(
    "overview", controls, equations={}, layout=Layout(main=("picture", "between", "arithmetic"))
)
model_map(page_text("overview"))
