"""Learning rate: warm-up and decay, several settings side by side."""

from pages.learning_rate.setting import LearningRateSetting
from ui.shell.page import WorkbenchPage
from ui.state.widgets import Widgets

PEAK = r"\vphantom{\Big|} peak \cdot \min\big(\tfrac{step}{warmup\_steps},\;"
FINAL = r"final + (1 - final)"
STRAIGHT, WAVE = r"1 - progress", r"\tfrac{1 + \cos(\pi \cdot progress)}{2}"
STEP = r"\vphantom{\Big|} w \leftarrow w - \eta \,"
ADAM = r"\hat{m} / (\sqrt{\hat{v}} + \epsilon)"
EQUATIONS = {
    "schedule": r"\vphantom{\Big|}\mathrm{factor} \cdot d_{\mathrm{model}}^{-0.5} \cdot "
    r"\min(step^{-0.5},\; step \cdot warmup\_steps^{-1.5})",
    "constant": rf"{PEAK} 1\big)",
    "linear": rf"{PEAK} {STRAIGHT}\big)",
    "linear_final": rf"{PEAK} {FINAL}({STRAIGHT})\big)",
    "cosine": rf"{PEAK} {WAVE}\big)",
    "cosine_final": rf"{PEAK} {FINAL}{WAVE}\big)",
    "adam": rf"{STEP} {ADAM}",
    "l2": rf"g \leftarrow g + \lambda w, \;\; {STEP} {ADAM}",
    "adamw": rf"{STEP} \big({ADAM} + \lambda w\big)",
}


def controls(widgets: Widgets[LearningRateSetting]) -> None:
    if widgets.setting.is_of_weight:
        _of_weight(widgets)
        return
    with widgets.row():
        widgets.draw("d_model", "warmup", "factor", "step")
        with widgets.more():
            widgets.draw("shows")
            _shape(widgets)
            widgets.draw("steps", "axes")


def _shape(widgets: Widgets[LearningRateSetting]) -> None:
    """How the rate comes down, and what this way down needs."""
    schedule = widgets.setting.schedule
    widgets.draw("shape")
    if schedule.falls_to_an_end:
        widgets.draw("total")
    if schedule.shape == "stable_decay":
        widgets.draw("decay")
    if schedule.falls_to_an_end:
        widgets.draw("final")


def _of_weight(widgets: Widgets[LearningRateSetting]) -> None:
    """One weight, its gradients and its decay; what sets its rate is under "More"."""
    with widgets.row():
        widgets.draw("weight", "gradient", "weight_decay", "rule", "update")
        with widgets.more():
            widgets.draw("shows", "seed", "step", "d_model", "warmup", "factor")
            _shape(widgets)


WorkbenchPage("learning_rate", controls, equations=EQUATIONS)
