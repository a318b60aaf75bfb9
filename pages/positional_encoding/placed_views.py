"""Learned positions as a picture: the table, the word with each of its rows, and then nothing."""

from pages.positional_encoding.placed import is_refused, placed
from pages.positional_encoding.setting import EncodingSetting
from pages.positional_encoding.views import dimension_axis, position_axis
from ui.answer.chips import untrained
from ui.answer.parts import Board, Note, Part
from ui.explain.board import BoardNames, BoardTensor
from ui.explain.embedding_arithmetic import untrained as drawn
from ui.picture.matrix_view import Axis, Matrix, Operator
from ui.picture.matrix_view.matrix import Item
from ui.state.address import Selection
from ui.words.language import Text

NAMES = ("word", "position_table", "placed")


def placed_board(text: Text, setting: EncodingSetting) -> BoardNames:
    shown = {
        name: BoardTensor(
            name,
            text(f"placed.names.{name}"),
            [text("rotary.any")] if name == "word" else None,
            told_by="name",
        )
        for name in NAMES
    }
    return BoardNames(shown, lambda explanation: drawn(text, explanation, ()))


def placed_picture(text: Text, setting: EncodingSetting, link: str) -> list[Part]:
    made = placed(setting)
    every = Axis("one", "", [text("rotary.any")], spoken=text("rotary.any"))
    rows, cols = position_axis(text), dimension_axis(text)
    word, table, total = (text(f"placed.names.{name}") for name in NAMES)
    items: list[Item] = [
        Matrix("word", made.word, every, cols, name=word, given=True),
        Operator("+"),
        Matrix("position_table", made.position_table, rows, cols, name=table, given=True),
        Operator("="),
        Matrix("placed", made.placed, rows, cols, name=total, hidden=made.placed.isnan()),
    ]
    board = Board("placed", items, link=link, explained="placed.0.0")
    return [Note(text("placed.about"), "quiet"), board, untrained(text, setting.seed)]


def placed_below(text: Text, setting: EncodingSetting, _: Selection) -> list[Part]:
    """What there is past the trained length: nothing."""
    sizes = {"trained": setting.trained_len, "last": setting.trained_len - 1}
    message = text("placed.past", **sizes)
    if is_refused(setting):
        missing = setting.positions - setting.trained_len
        message += " " + text("placed.missing", missing=missing, positions=setting.positions)
    return [Note(message), Note(text("placed.near"), "quiet")]
