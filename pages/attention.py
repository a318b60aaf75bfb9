"""Attention: Q, K and V to edit, every step as a matrix."""

import math
from functools import partial

import streamlit as st

from transformer_core import split_words
from ui import controls
from ui.attention_arithmetic import show_arithmetic
from ui.attention_setting import (
    EXAMPLES,
    MASKS,
    SEEDS,
    SOURCES,
    AttentionSetting,
    example_sizes,
)
from ui.attention_views import attention_picture, empty_rows_note
from ui.cells import painted, read_cells, read_edits, write_cells, write_edits
from ui.page import Page
from ui.paste import paste_field
from ui.pictures import ahead
from ui.pytorch_code import attention_code
from ui.typed_input import MAX_SIZE, read_sentence
from ui.url_state import UrlValue, one_of

page = Page.open("attention", "at", r"\mathrm{softmax}\big(QK^{T}/\sqrt{d_k}\big)\,V")
text = page.text
source = UrlValue("at_source", "three_queries", one_of(SOURCES))
edits = UrlValue("at_edits", {}, read_edits, write_edits)
cells = UrlValue("at_cells", frozenset(), read_cells, write_cells)


def choose(name: str, **values: object) -> None:
    source.set(name)
    edits.set({})
    page.set_pin("")
    page.set(**(example_sizes(name) if name in EXAMPLES else {}), **values)


def change(change: dict) -> None:
    if change["matrix"] == "mask":
        cells.set(painted(cells.get(), change))
        return
    # K is shown transposed.
    row, col = (
        (change["col"], change["row"])
        if change["matrix"] == "K"
        else (change["row"], change["col"])
    )
    edits.set(edits.get() | {(change["matrix"], row, col): change["value"]})


def paste(setting: AttentionSetting, name: str, rows: list[list[float]]) -> None:
    pasted = setting.with_matrix(name, rows)
    source.set(pasted.source)
    edits.set(pasted.edits)
    page.set(queries=pasted.queries, keys=pasted.keys, d_k=pasted.d_k, d_v=pasted.d_v)


def sized_controls(kind: str) -> tuple[dict[str, int], tuple[str, ...]]:
    """The sizes and, where the source is a sentence, its words."""
    words: tuple[str, ...] = ()
    if kind == "sentence":
        default = page.text("controls.sentence_default")
        read = partial(read_sentence, split=split_words, limit=MAX_SIZE)
        words = tuple(controls.typed(page, "sentence", default, read))
        sizes = {"queries": len(words), "keys": len(words)}
    else:
        sizes = {
            name: controls.number(page, name, 1, MAX_SIZE, value, width=110)
            for name, value in (("queries", 3), ("keys", 4))
        }
    for name, value in (("d_k", 3), ("d_v", 2)):
        sizes[name] = controls.number(page, name, 1, MAX_SIZE, value, width=110)
    return sizes, words


@st.fragment
def workbench() -> None:
    page.followed.begin()
    kind = source.get()
    page.presets({name: lambda name=name: choose(name) for name in SOURCES}, active=kind)
    with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
        sizes, words = sized_controls(kind)
        seed = 11
        if kind in ("random", "sentence"):
            seed = controls.number(page, "seed", *SEEDS, 11, width=120)
            page.untrained(seed)
    with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
        mask_kind = controls.choice(page, "mask", MASKS, "none")
        padding = 0
        if mask_kind == "padding":
            padding = controls.number(page, "padding", 0, MAX_SIZE, 1, width=130)
        scaled = controls.toggle(page, "scaling", True)
    setting = AttentionSetting(
        kind,
        **sizes,
        seed=seed,
        words=words,
        edits=edits.get(),
        mask_kind=mask_kind,
        padding=padding,
        painted=cells.get() if mask_kind == "painted" else frozenset(),
        scaled=scaled,
    )
    page.followed.hand_on(setting=setting)
    page.matrices(
        attention_picture(page, setting),
        hint="hint_paint" if mask_kind == "painted" else "hint_edit",
        ahead=ahead(page, setting, "seed", "queries", "keys", "d_k", "d_v", "padding"),
        on_change=change,
    )


def what_follows(setting: AttentionSetting) -> None:
    Q, K, V = setting.matrices()
    steps = setting.steps()
    empty_rows_note(page, steps, setting.words)
    factor = 1 / math.sqrt(setting.d_k) if setting.scaled else 1.0
    show_arithmetic(page, Q, K, V, steps, setting.mask, factor, setting.words)
    page.try_this(
        {
            "scaling": lambda: page.set(scaling=not setting.scaled),
            "hide_future": lambda: page.hold(mask="look_ahead"),
            "same_keys": lambda: edits.set(setting.with_equal_keys().edits),
        }
    )
    with st.container(horizontal=True, gap="medium"):
        paste_field(page, ("Q", "K", "V"), lambda name, rows: paste(setting, name, rows))
        if setting.edits:
            st.button(text("reset_edits"), key="at_reset", on_click=reset, type="tertiary")
    page.pytorch(lambda: attention_code(Q, K, V, setting.mask, setting.scale))


def reset() -> None:
    edits.set({})
    page.followed.ask_for_all()


workbench()
page.followed.show(what_follows)
