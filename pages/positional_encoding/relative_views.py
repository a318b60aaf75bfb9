"""T5's relative positions as a picture: the table, the bucket of each distance, what is added."""

from pages.positional_encoding.past_views import ROOM, heads_curves, of_places, past_marks
from pages.positional_encoding.relative import reached, relative, relative_by_distance
from pages.positional_encoding.setting import EncodingSetting
from ui.answer.chips import untrained
from ui.answer.parts import Board, Note, Part
from ui.explain.board import BoardNames, BoardTensor
from ui.explain.embedding_arithmetic import untrained as drawn
from ui.picture.matrix_view import Axis, Matrix, Operator
from ui.picture.matrix_view.matrix import Item
from ui.state.address import Selection
from ui.words.language import Text

LEAST_DISTANCES = 20
PLACES = ("buckets", "distance_bias")


def head_labels(setting: EncodingSetting) -> list[str]:
    """The numbers of the heads, from 1."""
    return [str(head + 1) for head in range(setting.num_heads)]


def relative_board(text: Text, setting: EncodingSetting) -> BoardNames:
    table = BoardTensor("bucket_table", text("later.names.bucket_table"), cols=head_labels(setting))
    shown = {name: BoardTensor(name, text(f"later.names.{name}")) for name in PLACES}
    return BoardNames(
        {"bucket_table": table, **shown}, lambda explanation: drawn(text, explanation, ())
    )


def relative_picture(text: Text, setting: EncodingSetting, link: str) -> list[Part]:
    made = relative(setting)
    buckets = Axis("row", text("later.bucket"), spoken=text("later.bucket"))
    heads = Axis("head", text("later.heads"), head_labels(setting), spoken=text("later.heads"))
    name = text("later.names.bucket_table")
    items: list[Item] = [
        Matrix("bucket_table", made.bucket_table, buckets, heads, name=name, given=True),
        of_places(text, setting, "buckets", made.buckets),
        Operator("→"),
        of_places(text, setting, "distance_bias", made.distance_bias),
    ]
    first = f"distance_bias.{setting.positions - 1}.0"
    board = Board("relative", items, link=link, explained=first, room_below=ROOM)
    return [Note(text("relative.about"), "quiet"), board, untrained(text, setting.seed)]


def relative_below(text: Text, setting: EncodingSetting, _: Selection) -> list[Part]:
    reach = setting.bucket_reach
    until = max(LEAST_DISTANCES, setting.positions, 2 * setting.trained_len, reach + 2)
    about = text(
        "relative.distance",
        head=setting.shown_head + 1,
        last=setting.trained_len - 1,
        reach=reach,
    )
    curves = heads_curves(text, setting, relative_by_distance(setting, until), about)
    return [*curves, Note(_past(text, setting))]


def _past(text: Text, setting: EncodingSetting) -> str:
    """Which numbers of the table further distances find, and whether they were trained."""
    last, found = setting.trained_len - 1, reached(setting)
    marked = "no_marks" if past_marks(setting) is None else "marks"
    counts = {"last": last, "reached": found.trained, "buckets": setting.bucket_count}
    further = "shared" if not found.later else "new"
    return " ".join(
        [
            text("relative.past", **counts),
            text(f"relative.past_{further}", later=found.later),
            text(f"later.past_{marked}", last=last),
        ]
    )
