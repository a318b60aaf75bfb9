"""Attention: Q, K and V to edit, every step as a matrix."""

import math

import streamlit as st

from transformer_core import attention, split_words
from ui import controls
from ui.attention_arithmetic import show_arithmetic
from ui.attention_setting import (
    EXAMPLES,
    MASKS,
    SOURCES,
    AttentionSetting,
    build_mask,
    example_sizes,
)
from ui.attention_views import attention_items, empty_rows_note
from ui.cells import painted, read_cells, read_edits, write_cells, write_edits
from ui.page import Page
from ui.paste import paste_field
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


@st.fragment
def workbench() -> None:
    kind = source.get()
    page.presets({name: lambda name=name: choose(name) for name in SOURCES}, active=kind)
    words: tuple[str, ...] = ()
    with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
        if kind == "sentence":
            words = tuple(
                controls.typed(
                    page,
                    "sentence",
                    page.text("controls.sentence_default"),
                    lambda typed: read_sentence(typed, split_words, limit=MAX_SIZE),
                )
            )
            queries = keys = len(words)
        else:
            queries = controls.number(page, "queries", 1, MAX_SIZE, 3, width=110)
            keys = controls.number(page, "keys", 1, MAX_SIZE, 4, width=110)
        d_k = controls.number(page, "d_k", 1, MAX_SIZE, 3, width=110)
        d_v = controls.number(page, "d_v", 1, MAX_SIZE, 2, width=110)
        seed = 11
        if kind in ("random", "sentence"):
            seed = controls.number(page, "seed", 0, 9999, 11, width=120)
            page.untrained(seed)
    toolbar = st.container(horizontal=True, vertical_alignment="bottom", gap="medium")
    with toolbar:
        mask_kind = controls.choice(page, "mask", MASKS, "none")
        padding = (
            controls.number(page, "padding", 0, MAX_SIZE, 1, width=130)
            if mask_kind == "padding"
            else 0
        )
        scaled = controls.toggle(page, "scaling", True)

    setting = AttentionSetting(kind, queries, keys, d_k, d_v, seed, words, edits.get())
    with toolbar:
        paste_field(page, ("Q", "K", "V"), lambda name, rows: paste(setting, name, rows))
        if edits.get():
            undo = text("reset_edits")
            st.button(undo, key="at_reset", on_click=lambda: edits.set({}), type="tertiary")
    Q, K, V = setting.matrices()
    mask = build_mask(mask_kind, queries, keys, padding, cells.get())
    scale = None if scaled else 1.0
    steps = attention(Q, K, V, mask, scale)

    items = attention_items(
        page,
        Q,
        K,
        V,
        steps,
        mask,
        scale,
        words or None,
        editable=True,
        paintable=mask_kind == "painted",
    )
    page.matrices(
        items, hint="hint_paint" if mask_kind == "painted" else "hint_edit", on_change=change
    )
    empty_rows_note(page, steps, words)
    show_arithmetic(page, Q, K, V, steps, 1 / math.sqrt(d_k) if scaled else 1.0, words)
    page.try_this(
        {
            "scaling": lambda: page.set(scaling=not scaled),
            "hide_future": lambda: page.hold(mask="look_ahead"),
            "same_keys": lambda: (
                edits.set(edits.get() | {("K", 1, d): float(K[0, d]) for d in range(d_k)})
                if keys > 1
                else None
            ),
        }
    )
    page.pytorch(attention_code(Q, K, V, mask, scale))


workbench()
