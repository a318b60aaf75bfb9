"""The matrices of one attention, in the order of the equation."""

from collections.abc import Sequence

import numpy as np
import streamlit as st
from torch import Tensor

from transformer_core import AttentionSteps, attention_entropy
from ui.attention_setting import AttentionSetting
from ui.matrix_view import Axis, Bars, Break, Matrix, Operator
from ui.matrix_view.matrix import Item
from ui.page import Page


def axes(page: Page, words: Sequence[str] | None) -> dict[str, Axis]:
    """The four axes of an attention, with the words where the rows are words."""
    text = page.text
    return {
        "query": Axis("query", labels=words, spoken=text("axes.query")),
        "key": Axis("key", labels=words, spoken=text("axes.key")),
        "d_k": Axis("d_k", spoken="d_k"),
        "d_v": Axis("d_v", spoken="d_v"),
    }


def entropy_bars(page: Page, weights: Tensor) -> Bars:
    """How widely each query looks, against the most that is possible."""
    most = max(1.0, float(np.log2(weights.size(-1))))
    return Bars(page.text("matrices.entropy"), attention_entropy(weights).tolist(), most)


def step_items(
    page: Page,
    steps: AttentionSteps,
    mask: Tensor | None,
    on: dict[str, Axis],
    scale: float | None,
    d_k: int,
) -> list[Item]:
    """Scaled, masked and weights."""
    text = page.text
    grid = {"rows": on["query"], "cols": on["key"]}
    hidden = None if mask is None else mask.numpy()
    not_hidden = steps.masked if mask is None else steps.masked.masked_fill(mask, 0.0)
    note = text("matrices.not_scaled") if scale == 1.0 else f"÷ √{d_k}"
    items: list[Item] = [
        Matrix("scaled", steps.scaled, **grid, name=text("matrices.scaled"), note=note),
        Operator("→"),
    ]
    masked_note = (
        text("matrices.no_mask") if mask is None else text("matrices.hidden_is_minus_infinity")
    )
    return [
        *items,
        Matrix(
            "masked",
            not_hidden,
            **grid,
            name=text("matrices.masked"),
            note=masked_note,
            hidden=hidden,
            row_labels=False,
        ),
        Operator("→"),
        Matrix(
            "weights",
            steps.weights,
            **grid,
            name=text("matrices.weights"),
            note="softmax",
            scale="weights",
            hidden=hidden,
            bars=entropy_bars(page, steps.weights),
            row_labels=False,
        ),
    ]


def paint_items(page: Page, mask: Tensor, on: dict[str, Axis]) -> list[Item]:
    """The mask to paint on."""
    return [
        Operator("+"),
        Matrix(
            "mask",
            mask.float(),
            on["query"],
            on["key"],
            name=page.text("matrices.mask"),
            note=page.text("matrices.paint_here"),
            scale="mask",
            hidden=mask.numpy(),
            paintable=True,
            row_labels=False,
        ),
    ]


def attention_items(
    page: Page,
    Q: Tensor,
    K: Tensor,
    V: Tensor,
    steps: AttentionSteps,
    mask: Tensor | None,
    scale: float | None,
    words: Sequence[str] | None,
    *,
    editable: bool = False,
    paintable: bool = False,
) -> list[Item]:
    """Q x K^T = scores, then scaled -> masked -> weights x V = output."""
    text = page.text
    on = axes(page, words)

    def note(matrix: Tensor, name: str) -> str:
        return f"({matrix.size(0)}, {matrix.size(1)}) {text(f'matrices.{name}')}"

    return [
        Matrix(
            "Q",
            Q,
            on["query"],
            on["d_k"],
            name="Q",
            note=note(Q, "queries"),
            role="query",
            editable=editable,
        ),
        Operator("×"),
        Matrix(
            "K",
            K.T,
            on["d_k"],
            on["key"],
            name="Kᵀ",
            note=note(K.T, "keys"),
            role="key",
            editable=editable,
        ),
        Operator("="),
        Matrix(
            "scores",
            steps.scores,
            on["query"],
            on["key"],
            name=text("matrices.scores"),
            note="QKᵀ",
            row_labels=False,
        ),
        *(paint_items(page, mask, on) if paintable and mask is not None else []),
        Break(),
        *step_items(page, steps, mask, on, scale, Q.size(1)),
        Operator("×"),
        Matrix(
            "V",
            V,
            on["key"],
            on["d_v"],
            name="V",
            note=note(V, "values"),
            role="value",
            editable=editable,
        ),
        Operator("="),
        Matrix(
            "output",
            steps.output,
            on["query"],
            on["d_v"],
            name=text("matrices.output"),
            note=f"({Q.size(0)}, {V.size(1)})",
            row_labels=False,
        ),
    ]


def attention_picture(page: Page, setting: AttentionSetting) -> list[Item]:
    """The page's picture, from its setting alone."""
    return attention_items(
        page,
        *setting.matrices(),
        setting.steps(),
        setting.mask,
        setting.scale,
        setting.words or None,
        editable=True,
        paintable=setting.mask_kind == "painted",
    )


def empty_rows_note(page: Page, steps: AttentionSteps, words: Sequence[str]) -> None:
    """Say which queries see nothing at all, when there are such."""
    empty = [row for row, total in enumerate(steps.weights.sum(-1).tolist()) if total == 0]
    if empty:
        rows = ", ".join(str(row) for row in empty)
        st.info(page.text("empty_rows", rows=rows), icon=":material/visibility_off:")
