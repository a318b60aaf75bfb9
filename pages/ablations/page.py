"""What if it were not there? A small model trained whole, and with one part left out."""

from pages.ablations.setting import AblationSetting
from ui.shell.page import WorkbenchPage
from ui.state.widgets import Widgets

RATE = r"\min(step^{-0.5},\, \cancel{step \cdot warmup^{-1.5}})"
EQUATIONS = {
    "residuals": r"\mathrm{LayerNorm}(\cancel{x\,+}\;\mathrm{Sublayer}(x))",
    "norm": r"\cancel{\mathrm{LayerNorm}}(x + \mathrm{Sublayer}(x))",
    "positions": r"\sqrt{d_{\mathrm{model}}}\;E[token]\;\cancel{+\;PE[pos]}",
    "scaling": r"\mathrm{softmax}(QK^{T}\cancel{/\sqrt{d_k}})\,V",
    "one_head": r"\cancel{\mathrm{Concat}(head_1, \dots, head_h)}\;head_1\,W^{O}",
    "warm_up": RATE,
    "low_peak": RATE,
    "concatenated": r"\mathrm{Concat}(\sqrt{d_{\mathrm{model}}}\;E[token],\; PE[pos])",
}


def controls(widgets: Widgets[AblationSetting]) -> None:
    with widgets.row():
        widgets.draw("attention", "seed")


WorkbenchPage("ablations", controls, equations=EQUATIONS)
