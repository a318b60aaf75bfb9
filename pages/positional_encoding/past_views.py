"""What the pictures of the later ways share: positions as labels, and what is past the training."""

import torch
from torch import Tensor

from pages.positional_encoding.setting import EncodingSetting
from ui.answer.parts import Curves, Note, Part
from ui.explain.arithmetic import exact, significant
from ui.picture.curves import ACCENT, NEUTRAL, Curve, Mark, curve_figure, with_room
from ui.picture.matrix_view import Axis, Matrix
from ui.picture.matrix_view.matrix import Scale
from ui.words.language import Text

ROOM = 300
"""The pixels that a board leaves for the plots below it."""
HEIGHT = 240
LEAST_ROUNDED = 0.1
"""From here on, two decimals say enough of a number."""


def is_past(setting: EncodingSetting) -> Tensor:
    """Whether the trained length has no such distance, (positions, positions)."""
    places = torch.arange(setting.positions)
    return (places[:, None] - places).abs() >= setting.trained_len


def past_marks(setting: EncodingSetting) -> Tensor | None:
    """The cells of those distances, to outline; None if there are none."""
    past = is_past(setting)
    return past if bool(past.any()) else None


def place_axes(text: Text) -> tuple[Axis, Axis]:
    """The axes of a matrix with a number for each query and key."""
    query, key = text("axes.query"), text("axes.key")
    return Axis("query", query, spoken=query), Axis("key", key, spoken=key)


def of_places(
    text: Text, setting: EncodingSetting, id: str, values: Tensor, scale: Scale = "diverging"
) -> Matrix:
    """A matrix with a number for each query and key; what is past the training is outlined."""
    query, key = place_axes(text)
    name, marks = text(f"later.names.{id}"), past_marks(setting)
    return Matrix(id, values, query, key, name=name, marks=marks, scale=scale)


def _short(score: float) -> str:
    """Two decimals; of a small number three significant digits."""
    return exact(score, 2) if abs(score) >= LEAST_ROUNDED or not score else significant(score, 3)


def heads_curves(text: Text, setting: EncodingSetting, biases: Tensor, about: str) -> list[Part]:
    """What each head adds to a score by distance, (heads, points), the shown one strong."""
    shown = setting.shown_head
    order = [head for head in range(len(biases)) if head != shown] + [shown]
    curves = [
        Curve(
            text("later.head", head=head + 1),
            list(range(biases.size(1))),
            [round(one, 4) for one in biases[head].tolist()],
            ACCENT if head == shown else NEUTRAL,
            head == shown,
        )
        for head in order
    ]
    last, until = setting.trained_len - 1, biases.size(1) - 1
    score = float(biases[shown, last])
    figure = curve_figure(
        curves,
        text("later.distance"),
        text("later.names.distance_bias"),
        marks=[with_room(Mark(last, score, _short(score)), curves, until)],
        until=until,
        at=last,
        height=HEIGHT,
    )
    return [Note(about, "quiet"), Curves("distance", figure, about)]
