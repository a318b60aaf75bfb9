"""Learning rate: warm-up and decay, several settings side by side."""

from pages.learning_rate.setting import LearningRateSetting
from ui.shell.page import WorkbenchPage
from ui.state.widgets import Widgets

PEAK = r"\vphantom{\Big|} peak \cdot \min\big(\tfrac{step}{warmup\_steps},\;"
FINAL = r"final + (1 - final)"
STRAIGHT, WAVE = r"1 - progress", r"\tfrac{1 + \cos(\pi \cdot progress)}{2}"
EQUATIONS = {
    "schedule": r"\vphantom{\Big|}\mathrm{factor} \cdot d_{\mathrm{model}}^{-0.5} \cdot "
    r"\min(step^{-0.5},\; step \cdot warmup\_steps^{-1.5})",
    "constant": rf"{PEAK} 1\big)",
    "linear": rf"{PEAK} {STRAIGHT}\big)",
    "linear_final": rf"{PEAK} {FINAL}({STRAIGHT})\big)",
    "cosine": rf"{PEAK} {WAVE}\big)",
    "cosine_final": rf"{PEAK} {FINAL}{WAVE}\big)",
}


def controls(widgets: Widgets[LearningRateSetting]) -> None:
    schedule = widgets.setting.schedule
    with widgets.row():
        widgets.draw("d_model", "warmup", "factor", "step")
        with widgets.more():
            widgets.draw("shape")
            if schedule.falls_to_an_end:
                widgets.draw("total")
            if schedule.shape == "stable_decay":
                widgets.draw("decay")
            if schedule.falls_to_an_end:
                widgets.draw("final")
            widgets.draw("steps", "axes")


WorkbenchPage("learning_rate", controls, equations=EQUATIONS)
