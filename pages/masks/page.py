"""Masks: what padding, look-ahead and a painted mask hide, and the effect on the weights."""

from pages.masks.setting import MaskSetting
from ui.shell.page import WorkbenchPage
from ui.state.widgets import Widgets

EQUATIONS = {
    "masks": r"\mathrm{softmax}\big(QK^{T}/\sqrt{d_k} + M\big),\;\;"
    r"M_{ij} = \left\{\begin{smallmatrix}-\infty,& mask_{ij}=1\\ 0,& mask_{ij}=0"
    r"\end{smallmatrix}\right.",
}


def controls(widgets: Widgets[MaskSetting]) -> None:
    with widgets.row():
        widgets.draw("given")
        if widgets.setting.given == "numbers":
            widgets.draw("ids")
        else:
            widgets.draw("sentence", "length", "padding_first")
        with widgets.more():
            widgets.draw("target", "seed")
        widgets.untrained()


WorkbenchPage("masks", controls, equations=EQUATIONS)
