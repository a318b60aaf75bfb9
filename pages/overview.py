"""Overview: a live attention on a typed sentence, and the model's map."""

import streamlit as st

from transformer_core import attention, split_words
from ui import controls
from ui.encoding_setting import EncodingSetting, embedded_input
from ui.overview_arithmetic import show_overview_arithmetic
from ui.overview_views import live_items, model_map
from ui.page import Page
from ui.pytorch_code import attention_code
from ui.typed_input import read_sentence

D = 16
MOST_WORDS = 12

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
    setting = EncodingSetting("sinusoidal", len(words), D, 10_000.0)
    parts = embedded_input(words, setting, seed)
    X = parts[2]
    steps = attention(X, X, X)
    page.matrices(live_items(page, X, steps, words))
    show_overview_arithmetic(page, setting, parts, steps, words)
    page.try_this(
        {
            "repeat": lambda: page.hold(
                sentence=" ".join([words[0]] * 2 + words[: MOST_WORDS - 2])
            ),
            "turn": lambda: page.hold(sentence=" ".join(reversed(words))),
            "reseed": lambda: page.set(seed=(seed + 1) % 10_000),
        }
    )
    page.pytorch(lambda: attention_code(X, X, X, None, None))


live()
model_map(page)
