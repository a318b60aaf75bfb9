"""The arithmetic of the positional-encoding page: its encoding, the products, and the sum."""

from collections.abc import Callable, Mapping
from dataclasses import replace

from pages.positional_encoding.computations import (
    encoding_computation,
    joined_computation,
    learned_computation,
    orders_computation,
    shift_computation,
    sum_computation,
)
from pages.positional_encoding.joined_views import NAMES
from pages.positional_encoding.later import way_of
from pages.positional_encoding.learned_views import LEARNED
from pages.positional_encoding.orders_views import ORDERS, order_labels
from pages.positional_encoding.setting import EncodingSetting
from pages.positional_encoding.shift import MOST_SHIFTED
from pages.positional_encoding.shift_views import SHIFT
from pages.translator.trained_naming import trained_board
from transformer_core.explain.computation import Cell, Computation
from ui.explain.arithmetic import Arithmetic
from ui.explain.board import BoardNames, BoardTensor, board_arithmetic
from ui.explain.embedding_arithmetic import untrained
from ui.explain.trail import read_trail
from ui.picture.matrix_view import Pin
from ui.state.address import Selection, State
from ui.words.language import Text

Computed = Callable[[EncodingSetting], Computation]
Named = Callable[[Text, EncodingSetting], BoardNames]
HEATMAP = "heatmap"
VECTORS = {"embedding": "x", "encoding": "p", "input": "x + p"}
WEIGHTS = {"read_weight": "W", "own_weight": "W₂"}
"""What the tab on adding and concatenating names without showing it."""
TAB_OF = {"products": "products", "embedding": "sum", "encoding": "sum", "input": "sum"}
TAB_OF |= dict.fromkeys(NAMES, "joined") | dict.fromkeys(ORDERS, "orders")
TAB_OF |= dict.fromkeys(LEARNED, "learned") | dict.fromkeys(SHIFT, "shift")
"""The tab that shows each matrix; all others are on the heatmap's board."""


def encoding_board() -> BoardNames:
    """The heatmap and the products."""
    return BoardNames(
        {"pe": BoardTensor("pe", "PE"), "products": BoardTensor("products", "PE · PEᵀ")}
    )


def sum_board(text: Text, setting: EncodingSetting) -> BoardNames:
    """Embedding, encoding and their sum."""
    words = setting.sum_labels(text.language)
    names = {"embedding": text("matrices.embedding"), "encoding": "PE", "input": text("sum.input")}
    shown = {
        matrix: BoardTensor(matrix, name, words, told_by="name") for matrix, name in names.items()
    }
    if setting.is_trained:
        return trained_board(text, setting.trained, sum_computation(setting), shown)
    return BoardNames(shown, lambda explanation: untrained(text, explanation, words))


def joined_board(text: Text, setting: EncodingSetting) -> BoardNames:
    """What a layer reads of words and positions, added and concatenated."""
    words = setting.sum_labels(text.language)
    shown = {
        matrix: BoardTensor(matrix, name, words, told_by="name") for matrix, name in NAMES.items()
    }
    shown |= {name: BoardTensor("", title, words) for name, title in VECTORS.items()}
    rows = [f"d{row}" for row in range(setting.sum_encoding.d_model)]
    shown |= {name: BoardTensor("", title, rows, told_by="row") for name, title in WEIGHTS.items()}
    if setting.is_trained:
        return trained_board(text, setting.trained, joined_computation(setting), shown)
    return BoardNames(shown, lambda explanation: untrained(text, explanation, words))


def orders_board(text: Text, setting: EncodingSetting) -> BoardNames:
    """The encoding in both orders, and the products of each."""
    labels = order_labels(setting.d_model)
    names = {matrix: text(f"orders.names.{matrix}") for matrix in ORDERS}
    return BoardNames(
        {
            matrix: BoardTensor(matrix, name, cols=labels if matrix == "halves" else None)
            for matrix, name in names.items()
        }
    )


def shift_board(text: Text, setting: EncodingSetting) -> BoardNames:
    """Positions, what moves them, and where they come to."""
    names = {matrix: text(f"shift.names.{matrix}") for matrix in SHIFT}
    shown = {matrix: BoardTensor(matrix, name) for matrix, name in names.items()}
    places = [str(position + setting.offset) for position in range(MOST_SHIFTED)]
    shown["there"] = BoardTensor("there", names["there"], rows=places)
    return BoardNames({**encoding_board().tensors, **shown})


def learned_board(text: Text, setting: EncodingSetting) -> BoardNames:
    """Computed positions and learned ones, and the products of each."""
    shown = {name: BoardTensor(name, text(f"learned.names.{name}")) for name in LEARNED}
    return BoardNames(shown, lambda explanation: untrained(text, explanation, ()))


def board_of(selection: Selection) -> str:
    """The board where the user's trail started: the heatmap, or a tab.

    It stays the same when the trail continues to another board.
    """
    try:
        (start, *_) = read_trail(selection.trail) or (None,)
    except ValueError:
        start = None
    pin = Pin.parse(selection.pin)
    matrix = start.tensor if start else pin.matrix if pin else ""
    return TAB_OF.get(matrix, HEATMAP)


def first_cell(setting: EncodingSetting) -> Cell:
    """The number to explain if none is pinned."""
    return Cell("pe", (min(24, setting.seq_len - 1), min(20, setting.d_model - 1)))


BELOW: Mapping[str, tuple[Computed, Named, Cell]] = {
    "sum": (sum_computation, sum_board, Cell("input", (0, 0))),
    "joined": (joined_computation, joined_board, Cell("added", (0, 0))),
    "shift": (shift_computation, shift_board, Cell("moved", (0, 0))),
    "orders": (orders_computation, orders_board, Cell("halves", (0, 0))),
    "learned": (learned_computation, learned_board, Cell("learned", (0, 0))),
}
"""For each tab with a board of its own: what it shows, its names, and the first number."""


def place_arithmetic(text: Text, setting: EncodingSetting, selection: Selection) -> Arithmetic:
    """The arithmetic of the pinned number, or of a default one if none is pinned."""
    if setting.is_later:
        way = way_of(setting)
        names, first = way.board(text, setting), way.first(setting)
        return board_arithmetic(text, way.computation(setting), names, selection, first)
    first = first_cell(setting)
    board = board_of(selection)
    if board in BELOW:
        computed, named, cell = BELOW[board]
        return board_arithmetic(text, computed(setting), named(text, setting), selection, cell)
    with_products = board == "products"
    if with_products:
        first = Cell("products", (0, 0))
    computation = encoding_computation(setting, with_products=with_products)
    return board_arithmetic(text, computation, encoding_board(), selection, first)


def opened(state: State[EncodingSetting]) -> State[EncodingSetting]:
    """If a URL pins a number below the heatmap, open the tab that shows it."""
    board = board_of(state.selection)
    if board in (HEATMAP, state.setting.below) or state.setting.is_later:
        return state
    return replace(state, setting=state.setting.with_values(below=board))


def normalised(state: State[EncodingSetting]) -> State[EncodingSetting]:
    """Remove a pin in a tab that is closed, or of another way to tell positions."""
    if state.setting.is_later:
        return state if _is_on(state) else replace(state, selection=Selection())
    if board_of(state.selection) in (HEATMAP, state.setting.below):
        return state
    return replace(state, selection=Selection())


def _is_on(state: State[EncodingSetting]) -> bool:
    """Whether the way that is shown has what is pinned, if anything is."""
    pin = Pin.parse(state.selection.pin)
    tensors = way_of(state.setting).computation(state.setting).tensors
    return pin is None or pin.matrix in tensors


def followed(state: State[EncodingSetting], cell: Cell, text: Text) -> State[EncodingSetting]:
    """Pin the number that the user followed a link to."""
    place, setting = board_of(state.selection), state.setting
    if setting.is_later:
        board = way_of(setting).board(text, setting)
    else:
        board = BELOW[place][1](text, setting) if place in BELOW else encoding_board()
    return replace(state, selection=Selection(board.pinned(cell), state.selection.trail))
