"""Self-attention on a sentence: without projections, with them, in several heads."""

from pages.self_attention.setting import SelfAttentionSetting
from ui.shell.page import Layout, WorkbenchPage
from ui.state.widgets import Widgets

EQUATIONS = {
    "plain": r"\mathrm{softmax}\big(XX^{T}\big)\,X",
    "weighted": r"\mathrm{softmax}\big(QK^{T}/\sqrt{d_k}\big)\,V",
}
"""Without projections nothing is scaled; with them, it is equation 1 of section 3.2.1."""


def controls(widgets: Widgets[SelfAttentionSetting]) -> None:
    setting = widgets.setting
    with widgets.row():
        widgets.draw("sentence", "view")
        if setting.view == "heads" or (setting.is_trained and setting.view == "weighted"):
            widgets.draw("head")
        with widgets.more():
            widgets.draw("source")
            widgets.draw(*(("stack", "layer") if setting.is_trained else ("seed",)))


WorkbenchPage(
    "self_attention",
    controls,
    equations=EQUATIONS,
    layout=Layout(below=("embedding", "printed"), pairs=True),
)
