"""The pictures of the positional-encoding page: matrices, waves, and the four properties."""

from collections.abc import Sequence
from typing import Any

import plotly.graph_objects as go
import streamlit as st
from torch import Tensor

from transformer_core import EncodingProperties
from ui.arithmetic import arithmetic, exact, span
from ui.encoding_setting import EncodingSetting
from ui.matrix_view import Axis, Matrix, Operator
from ui.matrix_view.matrix import Item
from ui.page import Page

WAVE_COLOURS = ("#3654c9", "#0f9488", "#c2620c", "#7c5cc4", "#c2367f", "#5d6678")


def position_axis(page: Page, words: Sequence[str] | None = None, *, other: bool = False) -> Axis:
    """Positions, named by the words that stand there. `other` is the second of a pair."""
    title = page.text("axes.position")
    return Axis("other" if other else "position", title, words, spoken=title)


def dimension_axis(page: Page) -> Axis:
    return Axis("dimension", page.text("axes.dimension"), spoken=page.text("axes.dimension"))


def encoding_items(page: Page, encoding: Tensor, words: Sequence[str] | None) -> list[Item]:
    """The heatmap: position down, dimension across."""
    note = f"({encoding.size(0)}, {encoding.size(1)})"
    rows, cols = position_axis(page, words), dimension_axis(page)
    limit = None if encoding.abs().max() > 1 else 1.0
    return [Matrix("pe", encoding, rows, cols, name="PE", note=note, limit=limit)]


def encoding_picture(page: Page, setting: EncodingSetting) -> list[Item]:
    """The page's picture, from its setting alone."""
    return encoding_items(page, setting.encode(setting.seq_len), None)


def input_items(
    page: Page, embedding: Tensor, encoding: Tensor, summed: Tensor, words: Sequence[str]
) -> list[Item]:
    """Embedding + encoding = input, on the words of a sentence."""
    rows, cols = position_axis(page, words), dimension_axis(page)
    limit = float(max(embedding.abs().max(), encoding.abs().max(), summed.abs().max()))
    shared = {"rows": rows, "cols": cols, "limit": limit}
    shape = f"({embedding.size(0)}, {embedding.size(1)})"
    text = page.text
    return [
        Matrix("embedding", embedding, name=text("matrices.embedding"), note=shape, **shared),
        Operator("+"),
        Matrix("encoding", encoding, name="PE", note=shape, row_labels=False, **shared),
        Operator("="),
        Matrix("input", summed, name=text("sum.input"), note=shape, row_labels=False, **shared),
    ]


def dot_product_items(page: Page, products: Tensor) -> list[Item]:
    rows, cols = position_axis(page), position_axis(page, other=True)
    note = f"({products.size(0)}, {products.size(1)})"
    return [Matrix("products", products, rows, cols, name="PE · PEᵀ", note=note)]


def wave_chart(
    page: Page,
    positions: Tensor,
    values: Tensor,
    dimensions: Sequence[int],
    lengths: Sequence[float] | None,
) -> go.Figure:
    """Curves of chosen dimensions over position, each labelled with its wavelength.

    `values` is (points, dimensions); `lengths` is None where nothing repeats.
    """
    figure = go.Figure()
    for place, dimension in enumerate(dimensions):
        name = page.text("waves.straight", dimension=dimension)
        if lengths is not None:
            name = page.text("waves.label", dimension=dimension, length=f"{lengths[place]:,.4g}")
        line = {"color": WAVE_COLOURS[place % len(WAVE_COLOURS)], "width": 2}
        curve = values[:, place].numpy()
        figure.add_scatter(x=positions.numpy(), y=curve, name=name, mode="lines", line=line)
    figure.update_layout(
        height=340,
        margin={"l": 0, "r": 0, "t": 8, "b": 0},
        xaxis={"title": page.text("axes.position"), "zeroline": False},
        yaxis={"zeroline": True},
        legend={"orientation": "h", "y": -0.22, "x": 0, "yanchor": "top"},
        showlegend=True,
        hovermode="x unified",
    )
    return figure


def show_properties(page: Page, measured: EncodingProperties) -> None:
    """The four properties, each with its verdict and its figure."""
    figures = {
        "unique": (measured.unique, _closest(measured)),
        "length": (
            measured.length_independent,
            {
                "short": measured.seq_len,
                "long": 2 * measured.seq_len,
                "figure": exact(measured.length_difference),
            },
        ),
        "distance": (
            measured.distance_depends_on_offset_only,
            {"offset": measured.offset, "figure": exact(measured.distance_spread)},
        ),
        "shift": (
            measured.shift_is_linear,
            {"offset": measured.offset, "figure": exact(measured.shift_error)},
        ),
    }
    lines = [f"**{page.text('properties.title')}**"]
    for name, (holds, values) in figures.items():
        icon = ":green[:material/check_circle:]" if holds else ":red[:material/cancel:]"
        said = f"{name}_figure" if values else "one_position"
        figure = page.text(f"properties.{said}", **values)
        lines.append(f"{icon} {page.text(f'properties.{name}')} &nbsp; :gray[{figure}]")
    lines.append(f":gray[{page.text('properties.largest', figure=exact(measured.largest_value))}]")
    st.markdown("  \n".join(lines))


def _closest(measured: EncodingProperties) -> dict[str, Any]:
    """The two positions whose vectors are closest; nothing where there is only one position."""
    if measured.closest_pair is None:
        return {}
    p, q = measured.closest_pair
    return {"distance": exact(measured.smallest_distance), "p": p, "q": q}


def repeated_words_note(page: Page, words: Sequence[str], summed: Tensor) -> None:
    """The same word at two positions: one embedding, two different inputs."""
    first: dict[str, int] = {}
    for place, word in enumerate(words):
        if word.casefold() in first:
            p = first[word.casefold()]
            distance = exact(float((summed[place] - summed[p]).norm()))
            line = [span(page.text("sum.repeated", word=word, p=p, q=place, distance=distance))]
            lines = [(page.text("sum.same_word"), line)]
            arithmetic(page.text("sum.two_places"), "", lines, key=page.key("repeated"))
            return
        first[word.casefold()] = place
