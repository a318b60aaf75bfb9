"""Rotary positions as a picture: the turned vectors, their scores, one pair in its plane."""

import math
from collections.abc import Sequence
from dataclasses import replace

import torch

from pages.positional_encoding.past_views import HEIGHT, ROOM, past_marks
from pages.positional_encoding.rotary import (
    Rotary,
    by_distance,
    compared,
    layout_of,
    rotary,
)
from pages.positional_encoding.setting import EncodingSetting
from transformer_core.positional_encoding import turning_speeds
from transformer_core.variants.rotary_positions import columns_of, pair_of
from transformer_lab.examples import halves_order
from ui.answer.chips import untrained
from ui.answer.parts import Board, Columns, Curves, Note, Part
from ui.explain.arithmetic import exact
from ui.explain.board import BoardNames, BoardTensor
from ui.explain.embedding_arithmetic import untrained as drawn
from ui.picture.curves import ACCENT, COLOURS, Curve, Figure, Mark, curve_figure, with_room
from ui.picture.matrix_view import Axis, Matrix, Operator, Pin
from ui.picture.matrix_view.matrix import Item
from ui.picture.plane import Arrow, plane_figure
from ui.state.address import Selection
from ui.words.language import Text

NAMES = {"query": "q", "key": "k", "queries": "Q", "keys": "K", "scores": "Q · Kᵀ"}
QUERY, KEY = COLOURS[0], COLOURS[1]
LEAST_DISTANCES, POINTS = 20, 10
"""How far the curve goes at least, and its points for each position."""


def columns(setting: EncodingSetting) -> list[str] | None:
    """The numbers of the columns, where their order is not that of the numbers."""
    if setting.layout == "interleaved":
        return None
    return [str(column) for column in halves_order(setting.width).tolist()]


def positions(setting: EncodingSetting) -> list[str]:
    """The positions, as far as they were moved."""
    return [str(setting.moved_by + place) for place in range(setting.positions)]


def rotary_board(text: Text, setting: EncodingSetting) -> BoardNames:
    rows, cols = positions(setting), columns(setting)
    one = {
        name: BoardTensor(name, NAMES[name], [text("rotary.any")], cols)
        for name in ("query", "key")
    }
    shown = {
        "queries": BoardTensor("queries", "Q", rows, cols, role="query"),
        "keys": BoardTensor("keys", "K", rows, cols, role="key"),
        "scores": BoardTensor("scores", NAMES["scores"], rows, rows),
    }
    of_pairs = {
        "speeds": BoardTensor("", text("rotary.speed"), [text("rotary.any")]),
        "angles": BoardTensor("", text("rotary.angle"), rows),
    }
    return BoardNames(
        {**one, **of_pairs, **shown}, lambda explanation: drawn(text, explanation, ())
    )


def rotary_picture(text: Text, setting: EncodingSetting, link: str) -> list[Part]:
    """The vectors before and after the turn, and their scores."""
    first = f"queries.{min(1, setting.positions - 1)}.0"
    items = rotary_items(text, setting, rotary(setting))
    board = Board("rotary", items, link=link, explained=first, room_below=ROOM)
    return [Note(text("rotary.about"), "quiet"), board]


def rotary_items(text: Text, setting: EncodingSetting, made: Rotary) -> list[Item]:
    title, labels = text("axes.position"), positions(setting)
    width = Axis("d_k", text("rotary.column"), columns(setting), spoken=text("rotary.column"))
    one = Axis("one", "", [text("rotary.any")], spoken=text("rotary.any"))
    vectors = (made.query, made.key, made.queries, made.keys)
    limit = float(max(matrix.abs().max() for matrix in vectors))
    items: list[Item] = []
    for before, after, role in (("query", "queries", "query"), ("key", "keys", "key")):
        rows = Axis(role, title, labels, spoken=title)
        items += [
            _vectors(made, before, one, width, limit, text("rotary.before")),
            replace(_vectors(made, after, rows, width, limit, text("rotary.turned")), below=True),
        ]
    queries, keys = (Axis(role, title, labels, spoken=title) for role in ("query", "key"))
    scores = Matrix(
        "scores", made.scores, queries, keys, name=NAMES["scores"], marks=past_marks(setting)
    )
    return [*items, Operator("→"), scores]


def _vectors(made: Rotary, id: str, rows: Axis, width: Axis, limit: float, note: str) -> Matrix:
    is_query = id in ("query", "queries")
    return Matrix(
        id,
        made._asdict()[id],
        rows,
        width,
        name=NAMES[id],
        note=note,
        role="query" if is_query else "key",
        limit=limit,
        given=id in ("query", "key"),
    )


def rotary_below(text: Text, setting: EncodingSetting, selection: Selection) -> list[Part]:
    """One pair in its plane, the scores by distance, and what was measured."""
    pair, query, key = chosen_pair(setting, selection)
    plane = Curves("plane", _plane(text, setting, pair, query, key), text("rotary.plane_name"))
    distance = Curves("distance", _distance(text, setting), text("rotary.distance_name"))
    at = {"query": query + setting.moved_by, "key": key + setting.moved_by}
    first, second = _named_columns(setting, pair)
    about = text("rotary.plane", first=first, second=second, **at)
    return [
        Columns(
            "rotary",
            [
                [Note(about, "quiet"), plane],
                [Note(text("rotary.distance", last=setting.trained_len - 1), "quiet"), distance],
            ],
        ),
        *(Note(message) for message in _measured(text, setting)),
        untrained(text, setting.seed),
    ]


def chosen_pair(setting: EncodingSetting, selection: Selection) -> tuple[int, int, int]:
    """The pair that is drawn, and the rows of the query and of the key: those of the pin."""
    last = setting.positions - 1
    pair, query, key = 0, min(3, last), min(1, last)
    pin = Pin.parse(selection.pin)
    if pin is None:
        return pair, query, key
    if pin.matrix == "scores":
        return pair, min(pin.row, last), min(pin.col, last)
    if pin.matrix in ("query", "key", "queries", "keys"):
        pair = pair_of(min(pin.col, setting.width - 1), setting.width // 2, layout_of(setting))
    if pin.matrix == "queries":
        query = min(pin.row, last)
    if pin.matrix == "keys":
        key = min(pin.row, last)
    return pair, query, key


def _named_columns(setting: EncodingSetting, pair: int) -> tuple[str, str]:
    """What stands above the two columns of a pair."""
    labels = columns(setting) or [str(column) for column in range(setting.width)]
    first, second = columns_of(pair, setting.width // 2, layout_of(setting))
    return labels[first], labels[second]


def _plane(text: Text, setting: EncodingSetting, pair: int, query: int, key: int) -> Figure:
    made = rotary(setting)
    at = list(columns_of(pair, setting.width // 2, layout_of(setting)))
    arrows = []
    for name, before, after, row, colour in (
        ("q", made.query, made.queries, query, QUERY),
        ("k", made.key, made.keys, key, KEY),
    ):
        x, y = after[row, at].tolist()
        was_x, was_y = before[0, at].tolist()
        label = f"{name}, {setting.moved_by + row}"
        arrows.append(Arrow(label, x, y, colour, (was_x, was_y)))
    first, second = _named_columns(setting, pair)
    title = text("rotary.column")
    return plane_figure(arrows, f"{title} {first}", f"{title} {second}", height=HEIGHT)


def _distance(text: Text, setting: EncodingSetting) -> Figure:
    until = max(LEAST_DISTANCES, setting.positions, 2 * setting.trained_len)
    distances = torch.linspace(0, until, POINTS * until + 1, dtype=torch.float64)
    x, y = ([round(one, 4) for one in axis.tolist()]
            for axis in (distances, by_distance(setting, distances)))  # fmt: skip
    curve = Curve(NAMES["scores"], x, y, ACCENT, strong=True)
    last = setting.trained_len - 1
    score = y[POINTS * last]
    mark = with_room(Mark(last, score, exact(score, 2)), [curve], until)
    return curve_figure(
        [curve],
        text("later.distance"),
        NAMES["scores"],
        marks=[mark],
        until=until,
        at=last,
        height=HEIGHT,
    )


def _measured(text: Text, setting: EncodingSetting) -> Sequence[str]:
    """What moving, the other layout and the length change, as measured."""
    found, said = compared(setting), []
    if setting.moved_by:
        said.append(text("rotary.moved", by=setting.moved_by, difference=exact(found.moved)))
    own = text(f"rotary.layout_{setting.layout}")
    if setting.width == 2:
        said.append(text("rotary.one_pair"))
    else:
        values = {"same": exact(found.other_layout), "other": exact(found.other_pairs, 2)}
        said.append(f"{own} {text('rotary.layouts', **values)}")
    said.append(past_rotary(text, setting))
    return said


def past_rotary(text: Text, setting: EncodingSetting) -> str:
    """What there is past the trained length."""
    last = setting.trained_len - 1
    angles = last * turning_speeds(setting.width, setting.base)
    slow = int((angles < 2 * math.pi).sum())
    marked = "no_marks" if past_marks(setting) is None else "marks"
    message = text("rotary.past", trained=setting.trained_len)
    message += " " + text(f"later.past_{marked}", last=last)
    if slow:
        message += " " + text("rotary.slow", slow=slow, pairs=setting.width // 2)
    return message
