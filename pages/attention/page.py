"""Attention: Q, K and V to edit, every step as a matrix."""

from pages.attention.answer import equation_name
from pages.attention.setting import AttentionSetting
from ui.shell.page import Layout, WorkbenchPage
from ui.state.paste import paste_field
from ui.state.widgets import Widgets


def attention_equation(*, masked: bool, scaled: bool) -> str:
    """The computation of the page (section 3.2.1, equation 1), as LaTeX."""
    scores = r"QK^{T}/\sqrt{d_k}" if scaled else "QK^{T}"
    return rf"\mathrm{{softmax}}\big({scores}{' + M' if masked else ''}\big)\,V"


EQUATIONS = {
    equation_name(masked=masked, scaled=scaled): attention_equation(masked=masked, scaled=scaled)
    for masked in (False, True)
    for scaled in (False, True)
}


def controls(widgets: Widgets[AttentionSetting]) -> None:
    setting = widgets.setting
    with widgets.row():
        if setting.source in ("sentence", "trained"):
            widgets.draw("sentence")
        if setting.is_trained:
            widgets.draw("kind", "head")
        else:
            _mask(widgets)
        widgets.draw("scaling")
        with widgets.more():
            if setting.is_trained:
                widgets.draw("layer")
                _mask(widgets)
            if setting.is_random:
                widgets.draw("seed")
            if setting.source not in ("sentence", "trained"):
                widgets.draw("queries", "keys")
            if not setting.is_trained:
                widgets.draw("d_k", "d_v")
        if not setting.is_trained:
            paste_field(widgets, ("Q", "K", "V"), setting.with_matrix)


def _mask(widgets: Widgets[AttentionSetting]) -> None:
    widgets.draw("mask")
    if widgets.setting.mask == "padding":
        widgets.draw("padding")


WorkbenchPage(
    "attention",
    controls,
    equations=EQUATIONS,
    layout=Layout(main=("picture", "projections", "arithmetic")),
)
