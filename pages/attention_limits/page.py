"""What attention does not say: weights next to values, and next to what hiding a word changes."""

from pages.attention_limits.setting import LimitsSetting
from ui.shell.page import Layout, WorkbenchPage
from ui.state.widgets import Widgets

EQUATIONS = {"sum": r"\mathrm{output} = \sum_{h,k} \alpha_{h,k}\, (v_{h,k} W^{O}_{h}) + b^{O}"}
"""What each word adds to the output of an attention (Kobayashi et al. 2020, equation 2)."""


def controls(widgets: Widgets[LimitsSetting]) -> None:
    with widgets.row():
        widgets.draw("sentence", "token", "layer", "head")
        with widgets.more():
            widgets.draw("kind")
            if widgets.setting.kind == "encoder":
                widgets.draw("word")
            widgets.draw("hide")


WorkbenchPage(
    "attention_limits",
    controls,
    equations=EQUATIONS,
    layout=Layout(below=("findings", "rows"), pairs=True),
)
