"""The matrices of self-attention on a sentence: without weights, with them, with several heads."""

from collections.abc import Sequence

import streamlit as st
from torch import Tensor

from transformer_core import AttentionSteps, SelfAttentionSteps
from ui.picture.attention import axes, entropy_bars
from ui.picture.matrix_view import Axis, Break, Matrix, Operator, Tiles
from ui.picture.matrix_view.matrix import Item
from ui.shell.page import Page


def _word_axes(page: Page, words: Sequence[str]) -> dict[str, Axis]:
    """The axes of an attention in which every row of X is a query and a key."""
    word, dimension = page.text("axes.word"), page.text("axes.dimension")
    return axes(page.text, words) | {
        "word": Axis("query", labels=words, also=("key",), spoken=word),
        "dimension": Axis("d_v", spoken=dimension),
        "x": Axis("d_model", spoken=dimension),
    }


def _shape(matrix: Tensor) -> str:
    return f"({matrix.size(0)}, {matrix.size(1)})"


def embedding_items(page: Page, X: Tensor, ids: Sequence[int], words: Sequence[str]) -> list[Item]:
    """Word ids beside the embeddings that they pick."""
    on = _word_axes(page, words)
    labels = [f"{word} · {number}" for word, number in zip(words, ids, strict=True)]
    rows = Axis("query", labels=labels, also=("key",), spoken=page.text("axes.word"))
    return [Matrix("embedding", X, rows, on["x"], name="X", note=_shape(X), compact=True)]


def plain_items(page: Page, X: Tensor, steps: AttentionSteps, words: Sequence[str]) -> list[Item]:
    """X x X^T = omega, softmax, x X = context vectors."""
    on, text = _word_axes(page, words), page.text
    grid = {"rows": on["query"], "cols": on["key"]}
    return [
        Matrix("X", X, on["query"], on["x"], name="X", note=_shape(X), compact=True),
        Operator("×"),
        Matrix(
            "XT",
            X.T,
            on["x"],
            on["key"],
            name="Xᵀ",
            note=_shape(X.T),
            compact=True,
            row_labels=False,
        ),
        Operator("="),
        Matrix(
            "scores", steps.scores, **grid, name="ω", note=text("notebook.omega"), row_labels=False
        ),
        Break(),
        Matrix(
            "weights",
            steps.weights,
            **grid,
            name="α",
            note="softmax(ω)",
            scale="weights",
            bars=entropy_bars(page.text, steps.weights),
        ),
        Operator("×"),
        Matrix("values", X, on["key"], on["dimension"], name="X", note=_shape(X), compact=True),
        Operator("="),
        Matrix(
            "output",
            steps.output,
            on["query"],
            on["dimension"],
            name="z",
            compact=True,
            note=text("notebook.context"),
            row_labels=False,
        ),
    ]


def weighted_items(page: Page, steps: SelfAttentionSteps, words: Sequence[str]) -> list[Item]:
    """Queries, keys and values from U, then scaled dot-product attention."""
    on, text = _word_axes(page, words), page.text
    grid = {"rows": on["query"], "cols": on["key"]}
    d = steps.queries.size(1)
    return [
        Matrix(
            "queries",
            steps.queries,
            on["query"],
            on["d_k"],
            name="Q",
            note="X U_queryᵀ",
            role="query",
            compact=True,
        ),
        Operator("×"),
        Matrix(
            "keys",
            steps.keys.T,
            on["d_k"],
            on["key"],
            name="Kᵀ",
            note="(X U_keyᵀ)ᵀ",
            role="key",
            compact=True,
            row_labels=False,
        ),
        Operator("="),
        Matrix("scores", steps.scores, **grid, name="ω", note="QKᵀ", row_labels=False),
        Break(),
        Matrix(
            "weights",
            steps.weights,
            **grid,
            name="α",
            note=f"softmax(ω / √{d})",
            scale="weights",
            bars=entropy_bars(page.text, steps.weights),
        ),
        Operator("×"),
        Matrix(
            "values",
            steps.values,
            on["key"],
            on["dimension"],
            name="V",
            note="X U_valueᵀ",
            role="value",
            compact=True,
        ),
        Operator("="),
        Matrix(
            "output",
            steps.output,
            on["query"],
            on["dimension"],
            name="z",
            compact=True,
            note=text("notebook.context"),
            row_labels=False,
        ),
    ]


def head_items(
    page: Page, steps: SelfAttentionSteps, head: int, words: Sequence[str]
) -> list[Item]:
    """The weights of all heads as tiles, then one head's keys and weights large."""
    on, text = _word_axes(page, words), page.text
    heads = steps.weights.size(0)
    names = [text("notebook.head", head=number) for number in range(heads)]
    head_axis = Axis("head", labels=names)
    fixed = {"head": head}
    return [
        Tiles(
            "heads",
            steps.weights,
            on["query"],
            on["key"],
            name=text("notebook.all_heads"),
            note=f"({heads}, {len(words)}, {len(words)})",
            scale="weights",
            tile_axis=head_axis,
        ),
        Break(),
        Matrix(
            "weights",
            steps.weights[head],
            on["query"],
            on["key"],
            name=f"α · {names[head]}",
            note="softmax",
            scale="weights",
            fixed=fixed,
            bars=entropy_bars(page.text, steps.weights[head]),
        ),
        Matrix(
            "keys",
            steps.keys[head],
            on["key"],
            on["d_k"],
            name=f"K · {names[head]}",
            role="key",
            note=_shape(steps.keys[head]),
            compact=True,
            fixed=fixed,
        ),
    ]


def as_printed(page: Page, named: dict[str, Tensor]) -> None:
    """Tensors as PyTorch prints them, for comparing with a notebook."""
    lines = [name + "\n" + str(tensor) for name, tensor in named.items()]
    with st.expander(page.text("notebook.printed"), icon=":material/terminal:", expanded=True):
        st.code("\n\n".join(lines), language=None)
