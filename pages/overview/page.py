"""Overview: a live attention on a typed sentence, and the model's map."""

import streamlit as st

from pages.overview.arithmetic import show_overview_arithmetic
from pages.overview.code import overview_code
from pages.overview.setting import MOST_WORDS, OverviewSetting, repeated, turned
from pages.overview.views import live_items, model_map
from transformer_core import split_words
from ui.shell.page import Page
from ui.state import controls
from ui.state.typed_input import read_sentence

page = Page.open("overview", "ov", "")
text = page.text


@st.fragment
def live() -> None:
    with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
        words = controls.typed(
            page,
            "sentence",
            text("controls.sentence_default"),
            lambda typed: read_sentence(typed, split_words, limit=MOST_WORDS),
        )
        seed = controls.number(page, "seed", 0, 9999, 11, width=130)
        page.untrained(seed)
    setting = OverviewSetting(tuple(words), seed)
    page.matrices(live_items(page, setting))
    show_overview_arithmetic(page, setting)
    page.try_this(
        {
            "repeat": lambda: page.hold(sentence=repeated(words)),
            "turn": lambda: page.hold(sentence=turned(words)),
            "reseed": lambda: page.set(seed=(seed + 1) % 10_000),
        }
    )
    page.pytorch(lambda: overview_code(setting))


live()
model_map(page)
