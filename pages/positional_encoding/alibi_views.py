"""ALiBi as a picture: a slope for each head, what is added to the scores, and what that leaves."""

from dataclasses import replace

from pages.positional_encoding.alibi import alibi, bias_by_distance
from pages.positional_encoding.past_views import (
    ROOM,
    heads_curves,
    is_past,
    of_places,
    past_marks,
)
from pages.positional_encoding.setting import EncodingSetting
from ui.answer.parts import Board, Note, Part
from ui.explain.arithmetic import exact
from ui.explain.board import BoardNames, BoardTensor
from ui.picture.matrix_view import Axis, Matrix, Operator
from ui.picture.matrix_view.matrix import Item
from ui.state.address import Selection
from ui.words.language import Text

LEAST_DISTANCES = 20


def head_labels(setting: EncodingSetting) -> list[str]:
    """The numbers of the heads, from 1."""
    return [str(head + 1) for head in range(setting.num_heads)]


def alibi_board(text: Text, setting: EncodingSetting) -> BoardNames:
    slopes = BoardTensor(
        "slopes", text("later.names.slopes"), [text("alibi.every")], head_labels(setting)
    )
    places = {
        name: BoardTensor(name, text(f"later.names.{name}"))
        for name in ("distance_bias", "weights")
    }
    return BoardNames({"slopes": slopes, **places})


def alibi_picture(text: Text, setting: EncodingSetting, link: str) -> list[Part]:
    made = alibi(setting)
    every = Axis("one", "", [text("alibi.every")], spoken=text("alibi.every"))
    heads = Axis("head", text("later.heads"), head_labels(setting), spoken=text("later.heads"))
    name = text("later.names.slopes")
    items: list[Item] = [
        Matrix("slopes", made.slopes, every, heads, name=name, significant=True),
        replace(of_places(text, setting, "distance_bias", made.distance_bias), significant=True),
        Operator("→"),
        of_places(text, setting, "weights", made.weights, "weights"),
    ]
    last = setting.positions - 1
    board = Board("alibi", items, link=link, explained=f"distance_bias.{last}.0", room_below=ROOM)
    return [Note(text("alibi.about"), "quiet"), board]


def alibi_below(text: Text, setting: EncodingSetting, _: Selection) -> list[Part]:
    until = max(LEAST_DISTANCES, setting.positions, 2 * setting.trained_len)
    about = text("alibi.distance", last=setting.trained_len - 1, head=setting.shown_head + 1)
    curves = heads_curves(text, setting, bias_by_distance(setting, until), about)
    return [*curves, Note(_past(text, setting))]


def _past(text: Text, setting: EncodingSetting) -> str:
    """What there is past the trained length, and how much weight it still gets."""
    last = setting.trained_len - 1
    if past_marks(setting) is None:
        return f"{text('alibi.past')} {text('later.past_no_marks', last=last)}"
    share = float((alibi(setting).weights * is_past(setting))[-1].sum())
    marks = text("later.past_marks", last=last)
    far = text("alibi.far", last=last, share=exact(100 * share, 1), head=setting.shown_head + 1)
    return f"{text('alibi.past')} {marks} {far}"
