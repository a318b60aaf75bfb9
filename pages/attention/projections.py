"""What Q, K and V of a sentence are made of, X and its weights, and where they were set by hand."""

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
import streamlit as st
from torch import Tensor

from pages.attention.setting import AttentionSetting
from ui.picture.matrix_view import Axis, Break, Matrix, Operator
from ui.picture.matrix_view.matrix import Item
from ui.shell.language import Text
from ui.shell.page import Page
from ui.state.cells import Edits

NAMES = {"Q": "queries", "K": "keys", "V": "values"}
ROLES = {"Q": "query", "K": "key", "V": "value"}


def _shape(matrix: Tensor) -> str:
    return f"({matrix.size(0)}, {matrix.size(1)})"


def projection_items(page: Page, setting: AttentionSetting, on: Mapping[str, Axis]) -> list[Item]:
    """X and the weights that make Q, K and V of it; nothing where these are given as they are."""
    made = setting.projections()
    if made is None:
        return []
    text = page.text
    words = Axis("query", labels=setting.labels, also=("key",), spoken=text("axes.word"))
    d_model = Axis("d_model", spoken="d_model")
    small = {"compact": True, "editable": True}
    note = f"{_shape(made.X)} {text('matrices.embeddings')}"
    items: list[Item] = [Break(text("projections"))]
    items.append(Matrix("X", made.X, words, d_model, note=note, flat=True, **small))
    for name, role in ROLES.items():
        weights = getattr(made, f"W_{name}")
        cols = on["d_v" if name == "V" else "d_k"]
        looks = {"role": role, "row_labels": name == "Q", "note": f"→ {name}"} | small
        items += [Operator("×" if name == "Q" else "")]
        items.append(Matrix(f"W_{name}", weights, d_model, cols, **looks))
    return [*items, Break()]


def given_looks(text: Text, setting: AttentionSetting) -> dict[str, dict[str, Any]]:
    """How Q, K and V are drawn: editable, with their sizes or that they were set by hand."""
    by_hand = setting.detached()
    looks = {}
    for name, matrix in setting.matrices()._asdict().items():
        shown = matrix.T if name == "K" else matrix
        note = f"{_shape(shown)} {text(f'matrices.{NAMES[name]}')}"
        looks[name] = {"note": note, "editable": True}
        if name in by_hand:
            looks[name]["note"] = text("by_hand", product=f"X·W_{name}")
            looks[name]["marks"] = _marks(by_hand[name], matrix, turned=name == "K")
    return looks


def _marks(by_hand: Edits, matrix: Tensor, *, turned: bool) -> np.ndarray | None:
    """Which cells were set by hand; None where all were, which needs no marks."""
    marks = np.zeros(tuple(matrix.shape), dtype=bool)
    for _, row, col in by_hand:
        marks[row, col] = True
    if marks.all():
        return None
    return marks.T if turned else marks


def show_detached(
    page: Page, setting: AttentionSetting, reattach: Callable[[AttentionSetting], None]
) -> None:
    """Say which of Q, K and V no longer follow from X and the weights, each with the way back."""
    detached = setting.detached()
    if not detached:
        return

    def act(name: str) -> None:
        reattach(setting.reattached(name))
        page.followed.ask_for_all()

    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        for name, cells in detached.items():
            size = getattr(setting.matrices(), name).numel()
            said = page.text("detached", matrix=name, count=len(cells), all=size)
            st.markdown(f":material/link_off: {said}", width="content")
            st.button(
                page.text("reattach", matrix=name),
                key=page.key(f"reattach_{name}"),
                icon=":material/link:",
                on_click=act,
                args=(name,),
            )
