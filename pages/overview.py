"""Overview: a live attention on a typed sentence, and the model's map."""

import streamlit as st

from transformer_core import attention, split_words
from ui import controls
from ui.attention_arithmetic import show_arithmetic
from ui.encoding_setting import EncodingSetting, embedded_input
from ui.overview_views import live_items, model_map
from ui.page import Page
from ui.pytorch_code import attention_code
from ui.typed_input import read_sentence

D = 16
MOST_WORDS = 12
NOT_SHOWN = dict.fromkeys(("scores", "scaled", "masked"), "")

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
    X = embedded_input(words, EncodingSetting("sinusoidal", len(words), D, 10_000.0), seed)[2]
    steps = attention(X, X, X)
    page.matrices(live_items(page, X, steps, words))
    show_arithmetic(
        page, X, X, X, steps, None, D**-0.5, words, {"Q": "input", "K": "", "V": ""} | NOT_SHOWN
    )
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
