"""The tab on the order of the columns: both encodings, their products, and a model that minds."""

from dataclasses import replace

from pages.positional_encoding.orders import MOST_ORDERED, misread, orders
from pages.positional_encoding.setting import EncodingSetting
from pages.positional_encoding.views import dimension_axis, position_axis
from pages.translator.trained_attention import is_readable
from transformer_lab.examples import halves_order
from ui.answer.parts import Board, Note, Part
from ui.explain.arithmetic import exact
from ui.picture.matrix_view import Axis, Matrix
from ui.state.typed_input import shortened
from ui.words.language import Text

COLUMNS, PRODUCTS = ("turn", "halves"), ("turn_products", "halves_products")
ORDERS = (*COLUMNS, *PRODUCTS)
"""The matrices of the tab: a board for the columns, and one for their products."""
LEAST_CHANGE = 0.01
"""The least change of a weight to speak of: that of a single word is always 1."""


def order_labels(d_model: int) -> list[str]:
    """The dimension in each column of the halves."""
    return [str(dimension) for dimension in halves_order(d_model).tolist()]


def orders_parts(text: Text, setting: EncodingSetting, link: str) -> list[Part]:
    """Both orders next to each other, what is the same, and what goes wrong."""
    return [
        Note(_about(text, setting), "quiet"),
        *_boards(text, setting, link),
        _measured(text, setting),
        *_misread(text, setting),
    ]


def _about(text: Text, setting: EncodingSetting) -> str:
    message = text("orders.same" if orders(setting).are_the_same else "orders.about")
    if setting.seq_len > MOST_ORDERED:
        message += " " + text("products.first", count=MOST_ORDERED)
    return message


def _boards(text: Text, setting: EncodingSetting, link: str) -> list[Board]:
    made = orders(setting)
    positions, others = position_axis(text), position_axis(text, other=True)
    title = text("axes.dimension")
    moved = Axis("column", title, order_labels(setting.d_model), spoken=title)
    limit = None if made.turn.abs().max() > 1 else 1.0
    turn = Matrix("turn", made.turn, positions, dimension_axis(text), limit=limit)
    halves = Matrix("halves", made.halves, positions, moved, limit=limit, row_labels=False)
    products = Matrix("turn_products", made.turn_products, positions, others)
    same = Matrix("halves_products", made.halves_products, positions, others, row_labels=False)
    named = [_named(text, matrix) for matrix in (turn, halves, products, same)]
    return [
        Board("orders", named[: len(COLUMNS)], link=link),
        Board("order_products", named[len(COLUMNS) :], link=link),
    ]


def _named(text: Text, matrix: Matrix) -> Matrix:
    return replace(matrix, name=text(f"orders.names.{matrix.id}"))


def _measured(text: Text, setting: EncodingSetting) -> Note:
    made = orders(setting)
    values = {
        "products": exact(made.product_difference),
        "distances": exact(made.distance_difference),
    }
    key = "measured" if made.distance_difference else "measured_same_distances"
    return Note(text(f"orders.{key}", **values))


def _misread(text: Text, setting: EncodingSetting) -> list[Note]:
    """What the trained translator makes of the other order, on a sentence that it can read."""
    if not is_readable(setting.sentence):
        return []
    read = misread(setting.sentence)
    if read.weight < LEAST_CHANGE:
        return []
    values = {
        "sentence": shortened(setting.sentence),
        "weight": exact(read.weight, 2),
        "moved": read.moved,
        "rows": read.rows,
        "everything": exact(read.everything),
    }
    return [Note(text("orders.misread", **values))]
