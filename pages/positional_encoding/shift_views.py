"""The tab on moving by k positions: positions times a matrix, and the positions there."""

from pages.positional_encoding.setting import EncodingSetting
from pages.positional_encoding.shift import Shift, shift
from pages.positional_encoding.views import dimension_axis, position_axis
from ui.answer.parts import Board, Note, Part
from ui.explain.arithmetic import exact
from ui.picture.matrix_view import Axis, Break, Matrix
from ui.words.language import Text

SHIFT = Shift._fields
"""The matrices of the tab."""


def shift_parts(text: Text, setting: EncodingSetting, link: str) -> list[Part]:
    """The product and what it should be; a note where no matrix moves every position."""
    made = shift(setting)
    if made is None:
        kind = "odd" if setting.encoding.is_sinusoidal else "index"
        return [Note(text(f"shift.none_{kind}"), "plain")]
    columns = dimension_axis(text)
    positions = position_axis(text)
    moved_to = [str(position + setting.offset) for position in range(len(made.there))]
    there = Axis("position", text("axes.position"), moved_to, spoken=text("axes.position"))
    named = {
        "here": (positions, columns),
        "matrix": (columns, columns),
        "moved": (positions, columns),
        "there": (there, columns),
    }
    here, matrix, moved, later = (
        Matrix(name, getattr(made, name), *axes, name=text(f"shift.names.{name}"), limit=1.0)
        for name, axes in named.items()
    )
    return [
        Note(text("shift.about", offset=setting.offset), "quiet"),
        Board("shift", [here, matrix, Break(), moved, later], link=link),
        Note(text("shift.measured", difference=exact(made.difference), offset=setting.offset)),
    ]
