"""Positional encoding: the heatmap, its waves, the sum with an embedding, five properties."""

from pages.positional_encoding.setting import READING, TABS, EncodingSetting
from ui.shell.page import Layout, WorkbenchPage
from ui.state.chosen_language import page_text
from ui.state.widgets import Widgets

EQUATIONS = {
    "sinusoidal": r"\begin{aligned}PE_{(pos,\,2i)}&=\sin\big(pos/base^{2i/d_{model}}\big)\\"
    r"PE_{(pos,\,2i+1)}&=\cos\big(pos/base^{2i/d_{model}}\big)\end{aligned}",
    "index": r"PE_{(pos,\,i)} = pos",
    "normalized_index": r"PE_{(pos,\,i)} = pos \,/\, \max(length - 1,\,1)",
    "rotary": r"(R^m q)\cdot(R^n k) = q\cdot R^{\,n-m}k",
    "alibi": r"q_m\cdot k_n - slope_h\,|m - n|",
    "relative": r"q_m\cdot k_n + b_{h,\,bucket(n-m)}",
    "learned": r"x_p + P_p,\quad p < length",
    "none": r"\mathrm{softmax}\big(XX^\top/\sqrt{d_k}\big)\,X",
}


CONTROLS = {
    "rotary": ("moved_by",),
    "alibi": ("head",),
    "relative": ("num_buckets", "head"),
    "none": ("d_k",),
    "learned": ("trained_len",),
}
"""The controls of each later way, and those under "More"."""
MORE = {
    "rotary": ("layout", "positions", "trained_len", "d_k", "base", "seed"),
    "alibi": ("num_heads", "positions", "trained_len"),
    "relative": ("max_distance", "num_heads", "positions", "trained_len", "seed"),
    "none": ("sentence", "seed"),
    "learned": ("positions", "d_k", "seed"),
}


def controls(widgets: Widgets[EncodingSetting]) -> None:
    with widgets.row():
        widgets.draw("kind")
        if widgets.setting.is_later:
            later(widgets)
            return
        widgets.draw("seq_len", "d_model")
        if widgets.setting.kind == "sinusoidal":
            widgets.draw("base")
        if widgets.setting.below == "shift":
            widgets.draw("offset")
        with widgets.more():
            more(widgets)


def later(widgets: Widgets[EncodingSetting]) -> None:
    """Draw the controls of a way that came since the paper."""
    widgets.draw("way")
    for name in CONTROLS[widgets.setting.way]:
        widgets.draw(name)
    with widgets.more():
        widgets.draw(*MORE[widgets.setting.way])


def more(widgets: Widgets[EncodingSetting]) -> None:
    """Draw the controls that only one tab uses, with a note while that tab is closed."""
    below = widgets.setting.below
    widgets.draw("dimensions")
    if below != "waves":
        widgets.say("ignored.dimensions")
    widgets.draw("sentence", "embedding")
    if not widgets.setting.is_trained:
        widgets.draw("seed")
    if below not in READING:
        text = page_text("positional_encoding")
        widgets.say("ignored.sentence", tab=text(f"below.{below}"))


WorkbenchPage(
    "positional_encoding",
    controls,
    equations=EQUATIONS,
    layout=Layout(main=("picture", "arithmetic", "tabs", *TABS, "later")),
)
