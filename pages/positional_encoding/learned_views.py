"""The tab on learned positions: a formula next to a table of weights, and what each costs."""

from pages.positional_encoding.learned import (
    Neighbours,
    keeps_distances,
    learned,
    max_len,
    nearer_than_next,
    neighbours,
)
from pages.positional_encoding.setting import EncodingSetting
from pages.positional_encoding.views import dimension_axis, position_axis
from ui.answer.chips import untrained
from ui.answer.parts import Board, Note, Part, Table
from ui.explain.arithmetic import exact
from ui.picture.matrix_view import Matrix
from ui.state.typed_input import shortened
from ui.words.language import Text

VECTORS, PRODUCTS = ("computed", "learned"), ("computed_products", "learned_products")
LEARNED = (*VECTORS, *PRODUCTS)
"""The matrices of the tab: a board for the positions, and one for their products."""


def learned_parts(text: Text, setting: EncodingSetting, link: str) -> list[Part]:
    """Both kinds of positions next to each other, their products, and their costs."""
    about = text("learned.about")
    if setting.seq_len > max_len(setting):
        about += " " + text("learned.capped", count=max_len(setting))
    return [
        Note(about, "quiet"),
        *_boards(text, setting, link),
        Note(_what_is_known(text, setting)),
        untrained(text, setting.seed),
        _costs(text, setting),
        Note(_what_is_trained(text, setting), "quiet"),
    ]


def _boards(text: Text, setting: EncodingSetting, link: str) -> list[Board]:
    made = learned(setting)._asdict()
    positions, others = position_axis(text), position_axis(text, other=True)
    boards = []
    for board, matrices, cols in (
        ("learned", VECTORS, dimension_axis(text)),
        ("learned_products", PRODUCTS, others),
    ):
        named = [
            Matrix(
                id,
                made[id],
                positions,
                cols,
                name=text(f"learned.names.{id}"),
                given=id == "learned",
            )
            for id in matrices
        ]
        boards.append(Board(board, named, link=link))
    return boards


def _apart(text: Text, found: Neighbours) -> str:
    least, most = (exact(end, 2) for end in found)
    return least if least == most else text("learned.between", least=least, most=most)


def _what_is_known(text: Text, setting: EncodingSetting) -> str:
    """Where the table ends, and how far positions next to each other are apart in both."""
    rows, made = max_len(setting), learned(setting)
    message = text("learned.ends", last=rows - 1, next=rows)
    if rows == 1:
        return message
    apart = {name: _apart(text, neighbours(getattr(made, name))) for name in VECTORS}
    message = f"{message} {text('learned.neighbours', **apart)}"
    if not keeps_distances(made.computed):
        return message
    message = f"{message} {text('learned.by_distance')}"
    if (found := nearer_than_next(made.computed)) is None:
        return message
    position, distance = found
    nearer = text("learned.nearer", position=position, distance=exact(distance, 2))
    return f"{message} {nearer}"


def _costs(text: Text, setting: EncodingSetting) -> Table:
    rows = max_len(setting)
    weights = f"{rows} · {setting.d_model:,} = {rows * setting.d_model:,}"
    return Table(
        {
            text("costs.way"): [text("learned.formula"), text("learned.table")],
            text("costs.positions"): ["0", weights],
            text("learned.longest"): [text("learned.any"), str(rows)],
        }
    )


def _what_is_trained(text: Text, setting: EncodingSetting) -> str:
    """Which rows of the table a sentence trains, and which of its tokens have none."""
    rows, count = max_len(setting), len(setting.sum_ids)
    sentence, used = shortened(setting.sentence), min(rows, count)
    trained = "all" if used == rows else "one" if used == 1 else "some"
    message = text(f"learned.trains_{trained}", sentence=sentence, count=used)
    if count > rows:
        message += " " + text("learned.without", count=count, over=count - rows)
    return message
