"""No positions as a picture: the same words in two orders, and what attention gives each."""

from pages.positional_encoding.setting import EncodingSetting
from pages.positional_encoding.unordered import MOST_WORDS, unordered
from ui.answer.chips import untrained
from ui.answer.parts import Board, Note, Part
from ui.explain.arithmetic import exact
from ui.explain.board import BoardNames, BoardTensor
from ui.explain.embedding_arithmetic import untrained as drawn
from ui.picture.matrix_view import Axis, Break, Matrix, Operator
from ui.picture.matrix_view.matrix import Item
from ui.picture.word_labels import word_labels
from ui.state.address import Selection
from ui.words.language import Text

NAMES = ("X", "weights", "output")
ENDS = ("", "_reversed")


def words_of(setting: EncodingSetting, end: str) -> list[str]:
    """The words that are read, told apart, in the order of one line of the picture."""
    words = list(word_labels(setting.words[:MOST_WORDS]))
    return words[::-1] if end else words


def unordered_board(text: Text, setting: EncodingSetting) -> BoardNames:
    shown = {}
    for end in ENDS:
        words = words_of(setting, end)
        for name in NAMES:
            cols = words if name == "weights" else None
            title = text(f"unordered.names.{name}")
            shown[name + end] = BoardTensor(name + end, title, words, cols, told_by="row")
        for name in ("scores", "scaled"):
            shown[name + end] = BoardTensor("", text(f"unordered.names.{name}"), words, words)
    return BoardNames(shown, lambda explanation: drawn(text, explanation, ()))


def unordered_picture(text: Text, setting: EncodingSetting, link: str) -> list[Part]:
    items = [
        *_line(text, setting, ""),
        Break(text("unordered.reversed")),
        *_line(text, setting, "_reversed"),
    ]
    board = Board("unordered", items, link=link, explained="output.0.0")
    return [Note(text("unordered.about"), "quiet"), board]


def _line(text: Text, setting: EncodingSetting, end: str) -> list[Item]:
    """The vectors of the words, their weights and their output, in one order."""
    made, words = unordered(setting)._asdict(), words_of(setting, end)
    title = text("axes.word")
    rows = Axis(f"position{end}", title, words, spoken=title)
    keys = Axis(f"other{end}", title, words, spoken=title)
    width = Axis("d_k", text("rotary.column"), spoken=text("rotary.column"))
    limit = float(made["X"].abs().max())
    x, weights, output = (text(f"unordered.names.{name}") for name in NAMES)
    return [
        Matrix(f"X{end}", made[f"X{end}"], rows, width, name=x, limit=limit, given=not end),
        Operator("→"),
        Matrix(f"weights{end}", made[f"weights{end}"], rows, keys, name=weights, scale="weights"),
        Operator("→"),
        Matrix(f"output{end}", made[f"output{end}"], rows, width, name=output, limit=limit),
    ]


def unordered_below(text: Text, setting: EncodingSetting, _: Selection) -> list[Part]:
    message = text("unordered.same", difference=exact(unordered(setting).difference))
    notes = [Note(message), Note(text("unordered.past"))]
    if len(setting.words) > MOST_WORDS:
        notes.append(Note(text("unordered.first", count=MOST_WORDS), "info"))
    return [*notes, untrained(text, setting.seed)]
