"""Training: a small Transformer learns while the user watches."""

import streamlit as st

from pages.training.setting import TrainingSetting
from ui.shell.page import Layout, WorkbenchPage
from ui.state.widgets import Widgets

OF_TODAY = ("positions", "norm_kind", "feed_forward", "schedule", "weight_decay")
OF_TEXTS = (("context", "temperature"), ("top_p",))
MORE = (
    ("num_heads", "d_ff"),
    ("dropout", "label_smoothing"),
    ("batch_size",),
    ("factor", "exponent"),
)


def controls(widgets: Widgets[TrainingSetting]) -> None:
    with widgets.row():
        widgets.draw("num_layers", "d_model", "warmup_steps", "steps", "seed")
        with widgets.more():
            widgets.draw("task")
            for names in MORE:
                with st.container(horizontal=True, gap="medium"):
                    widgets.draw(*names)
            widgets.draw("norm", "positional_encoding", "scaled", "look_ahead")
            widgets.draw(*OF_TODAY)
            for names in OF_TEXTS:
                with st.container(horizontal=True, gap="medium"):
                    widgets.draw(*names)


LAYOUT = Layout(main=("picture", "map", "verdict", "own", "arithmetic"))
WorkbenchPage("training", controls, equations={}, layout=LAYOUT)
