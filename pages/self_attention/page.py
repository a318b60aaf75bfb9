"""Self-attention on a sentence: without weights, with them, in heads."""

import streamlit as st

from pages.self_attention.setting import SelfAttentionSetting
from ui.answer.page import Layout, WorkbenchPage
from ui.state.widgets import Widgets

EQUATIONS = {
    "plain": r"z^{(i)}=\sum_j \alpha_{ij}\,x^{(j)}\quad \alpha_i=\mathrm{softmax}(\omega_i)",
    "weighted": r"z^{(i)}=\sum_j \alpha_{ij}\,v^{(j)}\quad "
    r"\alpha_i=\mathrm{softmax}(\omega_i/\sqrt{d})",
}
"""The notebook's: with weights, the dot products are divided by the root of their length."""


def controls(widgets: Widgets[SelfAttentionSetting]) -> None:
    with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
        widgets.draw("sentence", "view")
        if widgets.setting.view == "heads":
            widgets.draw("head")
        with widgets.more():
            widgets.draw("seed")
        widgets.untrained()


WorkbenchPage(
    "self_attention",
    controls,
    equations=EQUATIONS,
    layout=Layout(below=("embedding", "printed"), pairs=True),
)
