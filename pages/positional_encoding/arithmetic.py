"""The arithmetic of the positional-encoding page: its encoding, the products, and the sum."""

from dataclasses import replace

from pages.positional_encoding.setting import EncodingSetting
from pages.translator.trained_naming import trained_board
from transformer_core.explain.axes import vectors
from transformer_core.explain.computation import Cell, Computation, Step
from transformer_core.explain.origin import Axis, Origin
from ui.explain.arithmetic import Arithmetic
from ui.explain.board import BoardNames, BoardTensor, board_arithmetic
from ui.explain.embedding_arithmetic import untrained
from ui.explain.trail import read_trail
from ui.picture.matrix_view import Pin
from ui.state.address import Selection, State
from ui.words.language import Text

MOST_PRODUCTS = 256
"""The number of positions whose products with each other are shown."""
AXES = {"pe": vectors(), "products": (Axis("position"), Axis("other"))}
HEATMAP = "heatmap"
TAB_OF = {"products": "products", "embedding": "sum", "encoding": "sum", "input": "sum"}
"""The tab that shows each matrix; all others are on the heatmap's board."""


def encoding_step(setting: EncodingSetting, length: int, d_model: int) -> Step:
    """The step that computes the encoding of a sentence of this length, in this width."""
    if setting.kind == "sinusoidal":
        waves = {"d_model": d_model, "base": setting.base}
        return Step("positional_encoding", {}, waves)
    if setting.kind == "index" or length == 1:
        # The encoding of a single position is 0, whether it is divided by the length or not.
        return Step("index_encoding")
    return Step("normalized_index_encoding", {}, {"length": length})


def encoding_computation(setting: EncodingSetting, *, with_products: bool = True) -> Computation:
    """The heatmap "pe" and, if requested, "products" of its first positions with each other."""
    encoding = setting.encoded
    tensors = {"pe": encoding}
    steps = {"pe": encoding_step(setting, setting.seq_len, setting.d_model)}
    if with_products:
        some = encoding[:MOST_PRODUCTS]
        tensors["products"] = some @ some.T
        steps["products"] = Step("dot_product", {"left": "pe", "right": "pe"})
    return Computation(tensors, steps, origins={name: Origin(name, AXES[name]) for name in tensors})


def sum_computation(setting: EncodingSetting) -> Computation:
    """The model's input, from an embedding and the encoding; each is (words, d_model)."""
    made = setting.embedded
    steps = {
        "encoding": encoding_step(setting, *made.encoding.shape),
        "input": Step("sum", {"x": "embedding", "y": "encoding"}),
    }
    origins = {name: Origin(name, vectors()) for name in made._fields}
    if not setting.is_trained:
        return Computation(made._asdict(), steps, origins=origins)
    whole = setting.trained.computation
    steps["embedding"] = whole.steps["src_scaled"]
    return Computation(
        {**whole.tensors, **made._asdict()},
        {**whole.steps, **steps},
        origins={**whole.origins, **origins},
    )


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


def place_arithmetic(text: Text, setting: EncodingSetting, selection: Selection) -> Arithmetic:
    """The arithmetic of the pinned number, or of a default one if none is pinned."""
    first = first_cell(setting)
    board = board_of(selection)
    if board == "sum":
        computation = sum_computation(setting)
        return board_arithmetic(
            text, computation, sum_board(text, setting), selection, Cell("input", (0, 0))
        )
    with_products = board == "products"
    if with_products:
        first = Cell("products", (0, 0))
    computation = encoding_computation(setting, with_products=with_products)
    return board_arithmetic(text, computation, encoding_board(), selection, first)


def opened(state: State[EncodingSetting]) -> State[EncodingSetting]:
    """If a URL pins a number below the heatmap, open the tab that shows it."""
    board = board_of(state.selection)
    if board == HEATMAP or board == state.setting.below:
        return state
    return replace(state, setting=state.setting.with_values(below=board))


def normalised(state: State[EncodingSetting]) -> State[EncodingSetting]:
    """Remove a pin in a tab that is closed."""
    if board_of(state.selection) in (HEATMAP, state.setting.below):
        return state
    return replace(state, selection=Selection())


def followed(state: State[EncodingSetting], cell: Cell, text: Text) -> State[EncodingSetting]:
    """Pin the number that the user followed a link to."""
    board = encoding_board()
    if board_of(state.selection) == "sum":
        board = sum_board(text, state.setting)
    return replace(state, selection=Selection(board.pinned(cell), state.selection.trail))
