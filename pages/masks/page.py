"""Masks: what padding, the future and a painted mask hide, and what that does to the weights."""

import streamlit as st

from pages.masks.arithmetic import show_mask_arithmetic
from pages.masks.code import masks_code
from pages.masks.setting import (
    EXAMPLES,
    MAX_TOKENS,
    PAD_ID,
    TABLE,
    MaskSetting,
    outside_window,
    padded_ids,
    padding_first,
    read_ids,
    read_words,
    whole_row,
)
from pages.masks.views import empty_rows_notes, mask_items
from ui.shell.page import Page
from ui.state import controls
from ui.state.cells import Cells, painted, read_cells, write_cells
from ui.state.url_state import UrlValue

EQUATION = r"\mathrm{softmax}\big(QK^{T}/\sqrt{d_k} + M\big),\;\; M_{ij} \in \{0, -\infty\}"

page = Page.open("masks", "ma", EQUATION)
text = page.text
cells = UrlValue("ma_cells", frozenset(), read_cells, write_cells)


def choose(name: str) -> None:
    page.pin_by_hand("")
    if name == "sentence":
        page.hold(given=name)
    else:
        page.hold(given="numbers", ids=EXAMPLES[name])


def paint(hidden: Cells, look_at: tuple[str, int] | None = None) -> None:
    cells.set(hidden)
    page.pin_by_hand(f"{look_at[0]}.{look_at[1]}.0" if look_at else "")


def put_padding_first(given: str, ids: list[int]) -> None:
    """The same tokens, behind their padding."""
    moved = padding_first(ids)
    if given == "numbers":
        page.hold(ids=" ".join(map(str, moved)))
    else:
        page.set(length=len(moved), padding_first=True)
    page.pin_by_hand(f"decoder_weights.{max(0, moved.count(PAD_ID) - 1)}.0")


def typed_tokens(given: str) -> tuple[list[int], list[str]]:
    """The token ids and what to call them."""
    if given == "numbers":
        ids = controls.typed(page, "ids", EXAMPLES["padded"], read_ids)
        return ids, [str(token) for token in ids]
    words = controls.typed(page, "sentence", text("controls.sentence_default"), read_words)
    length = controls.number(page, "length", 1, MAX_TOKENS, 8, width=130)
    first = controls.toggle(page, "padding_first", False)
    ids = padded_ids(words, length, first=first)
    padding = [text("pad_label")] * (len(ids) - len(words))
    return ids, [*padding, *words] if first else [*words, *padding]


@st.fragment
def workbench() -> None:
    above = st.container()
    with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
        given = controls.choice(page, "given", ("numbers", "sentence"), "numbers")
        ids, tokens = typed_tokens(given)
        seed = controls.number(page, "seed", 0, 9999, 11, width=120)
        page.untrained(seed)
    if given == "sentence":
        st.markdown(f":gray[{text('token_ids')}] `{ids}`")
    written = " ".join(tokens)
    example = next((name for name, typed in EXAMPLES.items() if typed == written), None)
    active = "sentence" if given == "sentence" else example
    with above:
        names = (*EXAMPLES, "sentence")
        page.presets({name: lambda name=name: choose(name) for name in names}, active=active)

    setting = MaskSetting(tuple(ids), tuple(tokens), cells.get(), seed)
    steps = setting.steps()
    page.matrices(
        mask_items(page, setting, steps),
        hint="hint_masks",
        on_change=lambda stroke: cells.set(painted(cells.get(), stroke)),
    )
    if cells.get():
        # Below the picture, which must not move under a hand that paints.
        st.button(text("clear_paint"), key="ma_clear", on_click=lambda: paint(frozenset()))
    empty_rows_notes(page, setting, steps)
    show_mask_arithmetic(page, setting, steps)
    middle = setting.size // 2
    tries = {
        "hide_row": lambda: paint(whole_row(setting.size, middle), ("painted_weights", middle)),
        "window": lambda: paint(outside_window(setting.size, 1), ("painted_weights", middle)),
    }
    if padding_first(ids) != ids:
        tries["padding_first"] = lambda: put_padding_first(given, ids)
    page.try_this(tries)
    page.pytorch(lambda: masks_code(ids, setting.masks()["painted"], seed, TABLE))


workbench()
