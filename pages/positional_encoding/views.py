"""The pictures of the positional-encoding page: matrices, waves, and the four properties."""

from collections.abc import Sequence

import plotly.graph_objects as go
import streamlit as st
from torch import Tensor

from pages.positional_encoding.setting import EncodingSetting
from transformer_core import EncodingProperties
from ui.explain.arithmetic import arithmetic, exact, significant, span
from ui.picture.matrix_view import Axis, Matrix, Operator
from ui.picture.matrix_view.matrix import Item
from ui.picture.word_labels import word_labels
from ui.shell.language import Text
from ui.shell.page import Page

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
            name = page.text("waves.label", dimension=dimension, length=significant(lengths[place]))
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


def about_waves(setting: EncodingSetting) -> str:
    """The name of what is true of this encoding's columns as curves."""
    if not setting.is_sinusoidal:
        return "about_straight"
    return "about" if setting.slows_down else "about_one_speed"


def about_products(setting: EncodingSetting) -> str:
    """The name of what is true of the products of this encoding's positions."""
    if not setting.is_sinusoidal:
        return "about_index"
    return "about" if setting.has_shift else "about_odd"


def _unique_figure(text: Text, measured: EncodingProperties) -> str:
    if measured.closest_pair is None:
        return text("properties.one_position")
    p, q = measured.closest_pair
    distance = exact(measured.smallest_distance)
    if measured.closest_everywhere:
        return text("properties.unique_apart", apart=q - p, distance=distance)
    return text("properties.unique_figure", p=p, q=q, distance=distance)


def _shift_figure(text: Text, measured: EncodingProperties, *, exists: bool) -> str:
    """`exists`: whether M is the turning matrix, and not the best that a fit can find."""
    return text(
        f"properties.shift_{'figure' if exists else 'fitted'}",
        offset=f"{measured.shift_offset:,}",
        figure=exact(measured.shift_error),
        fitted=measured.fitted,
        horizon=f"{measured.horizon:,}",
    )


def property_lines(
    text: Text, setting: EncodingSetting, measured: EncodingProperties
) -> list[tuple[bool, str, str]]:
    """Of each property whether it holds, its name, and its figure."""
    length = text(
        "properties.length_figure",
        short=measured.compared_length,
        long=2 * measured.compared_length,
        figure=exact(measured.length_difference),
    )
    distance = text(
        "properties.distance_figure",
        offset=f"{measured.distance_offset:,}",
        figure=exact(measured.distance_spread),
        horizon=f"{measured.horizon:,}",
    )
    shift = _shift_figure(text, measured, exists=setting.has_shift)
    held = {
        "unique": (measured.unique, _unique_figure(text, measured)),
        "length": (measured.length_independent, length),
        "distance": (measured.distance_depends_on_offset_only, distance),
        "shift": (measured.shift_is_linear, shift),
    }
    return [(holds, text(f"properties.{name}"), figure) for name, (holds, figure) in held.items()]


VERDICTS = {
    True: ":green[:material/check_circle:]",
    False: ":red[:material/cancel:]",
}


def show_properties(page: Page, setting: EncodingSetting) -> None:
    """The four properties, each with its verdict and its figure."""
    measured = setting.properties()
    lines = [f"**{page.text('properties.title')}**"]
    for holds, name, figure in property_lines(page.text, setting, measured):
        lines.append(f"{VERDICTS[holds]} {name} &nbsp; :gray[{figure}]")
    lines.append(f":gray[{page.text('properties.largest', figure=exact(measured.largest_value))}]")
    st.markdown("  \n".join(lines))


def repeated_words_note(page: Page, words: Sequence[str], summed: Tensor) -> None:
    """The same word at two positions: one embedding, two different inputs."""
    first, labels = {}, word_labels(words)
    for place, word in enumerate(words):
        if word.casefold() in first:
            p = first[word.casefold()]
            distance = exact(float((summed[place] - summed[p]).norm()))
            both = {"first": labels[p], "second": labels[place]}
            line = [span(page.text("sum.repeated", **both, distance=distance))]
            lines = [(page.text("sum.same_word"), line)]
            arithmetic(page.text("sum.two_places"), "", lines, key=page.key("repeated"))
            return
        first[word.casefold()] = place
