"""Masks: what padding, look-ahead and a painted mask hide, and which mask each attention needs."""

from pages.masks.setting import MaskSetting
from ui.shell.page import WorkbenchPage
from ui.state.widgets import Widgets

EQUATIONS = {
    "masks": r"\mathrm{softmax}\big(QK^{T}/\sqrt{d_k} + M\big),\;\;"
    r"M_{ij} = \left\{\begin{smallmatrix}-\infty,& mask_{ij}=1\\ 0,& mask_{ij}=0"
    r"\end{smallmatrix}\right.",
}


NUMBER_OF = {"window": "window", "prefix": "prefix", "packed": "documents"}
"""The control of each mask since the paper."""


def controls(widgets: Widgets[MaskSetting]) -> None:
    """The tokens of the sentences that are shown; those of the others are under "More"."""
    shown = widgets.setting.attention
    if widgets.setting.is_trained:
        _trained(widgets, shown)
        return
    with widgets.row():
        widgets.draw("attention")
        if shown == "decoder":
            widgets.draw("target", "target_length")
        else:
            _source(widgets, "source_" if shown == "cross" else "")
        if shown == "cross":
            widgets.draw("target_length")
        with widgets.more():
            _further(widgets, shown)
        widgets.untrained()


def _trained(widgets: Widgets[MaskSetting], shown: str) -> None:
    """The sentence that the translator reads, the padding of what the attention sees, the head."""
    with widgets.row():
        widgets.draw("attention", "sentence")
        if shown != "decoder":
            widgets.draw("length", words="source_length" if shown == "cross" else "length")
        if shown != "encoder":
            widgets.draw("target_length")
        widgets.draw("head")
        with widgets.more():
            widgets.draw("source", "layer", "padding_first", "gain")


def _source(widgets: Widgets[MaskSetting], before: str) -> None:
    """`before` starts the name of the labels."""
    names = ("ids",) if widgets.setting.given == "numbers" else ("sentence", "length")
    for name in names:
        widgets.draw(name, words=f"{before}{name}")


def _further(widgets: Widgets[MaskSetting], shown: str) -> None:
    if shown == "all":
        widgets.draw("last")
        if widgets.setting.last in NUMBER_OF:
            widgets.draw(NUMBER_OF[widgets.setting.last])
    else:
        widgets.draw("source")
    if shown != "decoder":
        widgets.draw("given")
    if shown in ("all", "cross"):
        widgets.draw("target")
    widgets.draw("padding_first")
    if shown != "all":
        widgets.draw("gain")
    widgets.draw("seed")


WorkbenchPage("masks", controls, equations=EQUATIONS)
