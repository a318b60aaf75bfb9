"""Learning rate: warm-up and decay, several settings side by side."""

from pages.learning_rate.setting import LearningRateSetting
from ui.shell.page import WorkbenchPage
from ui.state.widgets import Widgets

EQUATIONS = {
    "schedule": r"\vphantom{\Big|}\mathrm{factor} \cdot d_{\mathrm{model}}^{-0.5} \cdot "
    r"\min(step^{-0.5},\; step \cdot warmup\_steps^{-1.5})",
}


def controls(widgets: Widgets[LearningRateSetting]) -> None:
    with widgets.row():
        widgets.draw("d_model", "warmup", "factor", "step")
        with widgets.more():
            widgets.draw("steps", "axes")


WorkbenchPage("learning_rate", controls, equations=EQUATIONS)
