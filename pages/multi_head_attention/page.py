"""Multi-head attention in five steps: project, split, attend, concatenate, project back."""

from pages.multi_head_attention.setting import MultiHeadSetting
from ui.shell.page import Layout, WorkbenchPage
from ui.state.widgets import Widgets

EQUATIONS = {
    "multi_head": r"\begin{aligned}\mathrm{MultiHead}&=\mathrm{Concat}(head_1,\dots,head_h)\,W^O\\"
    r"head_i&=\mathrm{Attention}(XW^Q_i,\,XW^K_i,\,XW^V_i)\end{aligned}",
    "grouped": r"\begin{aligned}\mathrm{MultiHead}&=\mathrm{Concat}(head_1,\dots,head_h)\,W^O\\"
    r"head_i&=\mathrm{Attention}(XW^Q_i,\,XW^K_{g(i)},\,XW^V_{g(i)})\end{aligned}",
}


def controls(widgets: Widgets[MultiHeadSetting]) -> None:
    with widgets.row():
        if widgets.setting.is_trained:
            widgets.draw("source", "sentence", "kind", "layer", "head")
            return
        widgets.draw("sentence", "d_model", "num_heads")
        with widgets.more():
            widgets.draw("source")
            if widgets.setting.heads > 1:
                widgets.draw("kv_heads", "head")
            widgets.draw("seed", "dropout", "mask")
            if widgets.setting.mask == "padding":
                widgets.draw("padding")
        widgets.untrained()


WorkbenchPage(
    "multi_head_attention",
    controls,
    equations=EQUATIONS,
    layout=Layout(main=("steps", "picture", "arithmetic")),
)
