"""The pictures of the positional-encoding page: matrices, waves, and the five properties."""

from collections.abc import Sequence
from dataclasses import replace

from torch import Tensor

from pages.positional_encoding.encoding import EmbeddedInput, Encoding, largest_value
from pages.positional_encoding.setting import EncodingSetting
from transformer_lab.measures import EncodingProperties
from ui.answer.parts import Note
from ui.explain.arithmetic import exact, significant
from ui.picture.curves import ACCENT, COLOURS, Curve, Figure, Mark, curve_figure
from ui.picture.matrix_view import Axis, Break, Matrix, Operator, Pin
from ui.picture.matrix_view.matrix import Item
from ui.state.typed_input import shortened
from ui.words.language import Text

HEIGHT = 300
LEAST_BOUNDED = 4
"""The least length to compare: at the first two positions every encoding has small values."""
MOST_BESIDE, MOST_STACKED = 32, 16
"""Wider matrices of up to this many words are shown one below another, each in full width."""


def position_axis(text: Text, words: Sequence[str] | None = None, *, other: bool = False) -> Axis:
    """The axis of positions, labelled by their words. `other` is the second one of a pair."""
    title = text("axes.position")
    return Axis("other" if other else "position", title, words, spoken=title)


def dimension_axis(text: Text) -> Axis:
    return Axis("dimension", text("axes.dimension"), spoken=text("axes.dimension"))


def _shape(matrix: Tensor) -> str:
    return f"({matrix.size(0)}, {matrix.size(1)})"


def encoding_items(text: Text, encoding: Tensor) -> list[Item]:
    """The heatmap: positions as rows, dimensions as columns."""
    limit = None if encoding.abs().max() > 1 else 1.0
    axes = position_axis(text), dimension_axis(text)
    return [Matrix("pe", encoding, *axes, name="PE", note=_shape(encoding), limit=limit)]


def input_items(text: Text, made: EmbeddedInput, words: Sequence[str]) -> list[Item]:
    """Embedding + encoding = input, for the words of a sentence."""
    axes = position_axis(text, words), dimension_axis(text)
    limit = float(max(matrix.abs().max() for matrix in made))
    note = _shape(made.input)
    embedding, encoding, summed = (
        Matrix(id, values, *axes, name=name, note=note, limit=limit, given=id == "embedding")
        for id, values, name in (
            ("embedding", made.embedding, text("matrices.embedding")),
            ("encoding", made.encoding, "PE"),
            ("input", made.input, text("sum.input")),
        )
    )
    if made.input.size(1) > MOST_BESIDE and len(words) <= MOST_STACKED:
        equation = f"= {embedding.name} + {encoding.name}"
        return [embedding, Break(), encoding, Break(), replace(summed, note=equation)]
    encoding, summed = (replace(matrix, row_labels=False) for matrix in (encoding, summed))
    return [embedding, Operator("+"), encoding, Operator("="), summed]


def product_items(text: Text, products: Tensor) -> list[Item]:
    rows, cols = position_axis(text), position_axis(text, other=True)
    return [Matrix("products", products, rows, cols, name="PE · PEᵀ", note=_shape(products))]


def wave_name(text: Text, setting: EncodingSetting, dimension: int) -> str:
    """The name of a dimension, with its wavelength if it is a wave."""
    if not setting.encoding.is_sinusoidal:
        return text("waves.straight", dimension=dimension)
    length = significant(setting.wavelength(dimension))
    return text("waves.label", dimension=dimension, length=length)


def wave_colours(chosen: Sequence[int], strong: int | None) -> dict[int, str]:
    """A colour for each dimension that is drawn; the pinned one has the accent colour."""
    colours = dict(zip(chosen, COLOURS, strict=False))
    return colours if strong is None else colours | {strong: ACCENT}


def wave_figure(text: Text, setting: EncodingSetting, pin: Pin | None) -> Figure:
    """Dimensions over position; the pinned one highlighted, with its value at that position."""
    strong = None if pin is None else pin.col
    curves = []
    for dimension, colour in wave_colours(setting.chosen, strong).items():
        x, y = ([round(one, 4) for one in axis.tolist()] for axis in setting.wave(dimension))
        name = wave_name(text, setting, dimension)
        curves.append(Curve(name, x, y, colour, dimension == strong))
    marks = []
    if pin is not None:
        value = float(setting.encoded[pin.row, pin.col])
        marks.append(Mark(pin.row, value, exact(value)))
    return curve_figure(
        curves,
        text("axes.position"),
        "PE",
        marks=marks,
        until=max(2, setting.seq_len - 1),
        at=None if pin is None else pin.row,
        height=HEIGHT,
    )


def about_waves(encoding: Encoding) -> str:
    """The key of the text on this encoding's columns as curves."""
    if not encoding.is_sinusoidal:
        return "about_straight"
    return "about" if encoding.slows_down else "about_one_speed"


def about_products(encoding: Encoding) -> str:
    """The key of the text on the products of this encoding's positions."""
    if not encoding.is_sinusoidal:
        return "about_index"
    return "about" if encoding.has_shift else "about_odd"


def _unique_figure(text: Text, measured: EncodingProperties) -> str:
    if measured.closest_pair is None:
        return text("properties.one_position")
    p, q = measured.closest_pair
    distance = exact(measured.smallest_distance)
    if measured.closest_everywhere:
        return text("properties.unique_apart", apart=q - p, distance=distance)
    return text("properties.unique_figure", p=p, q=q, distance=distance)


def _shift_figure(text: Text, measured: EncodingProperties, *, exists: bool) -> str:
    """The text on the shift; `exists` if M is the exact rotation matrix, not the best fit."""
    return text(
        f"properties.shift_{'figure' if exists else 'fitted'}",
        offset=f"{measured.shift_offset:,}",
        figure=exact(measured.shift_error),
        fitted=measured.fitted,
        horizon=f"{measured.horizon:,}",
    )


def _bounded(text: Text, encoding: Encoding, length: int) -> tuple[bool, str]:
    """Return whether values stay bounded in a longer sentence, and the largest of two lengths."""
    lengths = max(LEAST_BOUNDED, length), 2 * max(LEAST_BOUNDED, length)
    short, long = (largest_value(encoding, one) for one in lengths)
    figures = {"short": exact(short), "long": exact(long)}
    message = text("properties.bounded_figure", length=lengths[0], double=lengths[1], **figures)
    return long <= max(short, 1.0), message


def property_notes(text: Text, encoding: Encoding, measured: EncodingProperties) -> list[Note]:
    """A note for each property: whether it holds, its name, and its measurement."""
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
    shift = _shift_figure(text, measured, exists=encoding.has_shift)
    held = {
        "unique": (measured.unique, _unique_figure(text, measured)),
        "length": (measured.length_independent, length),
        "distance": (measured.distance_depends_on_offset_only, distance),
        "shift": (measured.shift_is_linear, shift),
        "bounded": _bounded(text, encoding, measured.compared_length),
    }
    notes = [
        Note(f"**{text(f'properties.{name}')}** · {figure}", "good" if holds else "bad")
        for name, (holds, figure) in held.items()
    ]
    return notes


def repeated_words(
    text: Text, ids: Sequence[int], labels: Sequence[str], summed: Tensor
) -> list[Note]:
    """A note on a word at two positions: one embedding, two different inputs."""
    first: dict[int, int] = {}
    labels = [shortened(label) for label in labels]
    for place, word in enumerate(ids):
        if word in first:
            p = first[word]
            distance = exact(float((summed[place] - summed[p]).norm()))
            both = {"first": labels[p], "second": labels[place]}
            return [Note(text("sum.repeated", **both, distance=distance))]
        first[word] = place
    return []
