"""The whole encoder-decoder in any size: its map, its output and loss."""

import streamlit as st

from pages.encoder_decoder.setting import EncoderDecoderSetting
from pages.encoder_decoder.sizes import MOST_TRAINED
from ui.shell.page import Layout, WorkbenchPage, examples, front_row
from ui.state.chosen_language import page_text
from ui.state.widgets import Widgets

EQUATIONS = {
    "post": r"\mathrm{LayerNorm}\big(x+\mathrm{Sublayer}(x)\big)",
    "pre": r"x+\mathrm{Sublayer}\big(\mathrm{LayerNorm}(x)\big)",
}
SIZES = (("num_layers", "d_model"), ("num_heads", "d_ff"), ("vocab_size", "dropout"))


def controls(widgets: Widgets[EncoderDecoderSetting]) -> None:
    with front_row():
        widgets.draw("source", "target")
        examples("encoder_decoder")
        widgets.draw("norm")
        with st.popover(page_text("workbench")("frame.more")):
            more(widgets)
        if widgets.setting.is_trained:
            trained()
        elif widgets.setting.is_computed:
            widgets.untrained()


def more(widgets: Widgets[EncoderDecoderSetting]) -> None:
    """The sizes, and controls that are rarely needed."""
    setting = widgets.setting
    if not setting.is_computed:
        widgets.say("ignored.large")
    pairs = [*SIZES, ("padding", "label_smoothing"), ("steps", "reads")]
    for names in pairs:
        with st.container(horizontal=True, gap="medium"):
            widgets.draw(*names)
    widgets.draw("seed", "shared", "dropping")
    if setting.dropping:
        widgets.draw("dropout_seed")
    if setting.dropping and (setting.steps or setting.reads == "own"):
        widgets.say("ignored.steps_dropout")
    elif setting.is_computed and setting.steps and not setting.is_small:
        widgets.say("ignored.steps_large", limit=f"{MOST_TRAINED:,}")
    if setting.is_computed and setting.dropping == (setting.dropout == 0):
        widgets.say("ignored.nothing_dropped" if setting.dropping else "ignored.dropout")


def trained() -> None:
    """Say what the model was trained on."""
    text = page_text("encoder_decoder")
    st.badge(text("trained.badge"), color="gray", help=text("trained.help"))


LAYOUT = Layout(main=("map", "chips", "arithmetic"), below=("details", "below"), front=True)
WorkbenchPage("encoder_decoder", controls, equations=EQUATIONS, layout=LAYOUT)
