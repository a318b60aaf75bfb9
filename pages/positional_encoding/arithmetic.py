"""The arithmetic of the positional-encoding page: its waves, their products, and the sum."""

from collections.abc import Sequence

from torch import Tensor

from pages.positional_encoding.setting import EncodingSetting
from transformer_core.explain.computation import Cell, Computation, Step
from ui.explain.board import Board, Shown, show_board_arithmetic
from ui.explain.embedding_arithmetic import untrained
from ui.explain.trail import Trail
from ui.shell.language import Text
from ui.shell.page import Page

BOARDS = {"products": "products", "embedding": "sum", "encoding": "sum", "input": "sum"}
"""The board of each matrix; all others stand on the heatmap's."""


def encoding_step(setting: EncodingSetting, length: int) -> Step:
    """How the encoding of a sentence of this length is made."""
    if setting.kind == "sinusoidal":
        waves = {"d_model": setting.d_model, "base": setting.base}
        return Step("positional_encoding", {}, waves)
    if setting.kind == "index" or length == 1:
        # A single position is 0, divided by the length or not.
        return Step("index_encoding")
    return Step("normalized_index_encoding", {}, {"length": length})


def encoding_computation(
    setting: EncodingSetting, encoding: Tensor, products: Tensor
) -> Computation:
    """The heatmap "pe", and "products", its first positions with each other."""
    steps = {
        "pe": encoding_step(setting, setting.seq_len),
        "products": Step("dot_product", {"left": "pe", "right": "pe"}),
    }
    return Computation({"pe": encoding, "products": products}, steps)


def sum_computation(
    setting: EncodingSetting, embedding: Tensor, encoding: Tensor, summed: Tensor
) -> Computation:
    """The model's input, of a random embedding and the encoding; each is (words, d_model)."""
    steps = {
        "encoding": encoding_step(setting, len(encoding)),
        "input": Step("sum", {"x": "embedding", "y": "encoding"}),
    }
    return Computation({"embedding": embedding, "encoding": encoding, "input": summed}, steps)


def encoding_board() -> Board:
    """The heatmap and the products."""
    return Board({"pe": Shown("pe", "PE"), "products": Shown("products", "PE · PEᵀ")})


def sum_board(text: Text, words: Sequence[str]) -> Board:
    """Embedding, encoding and their sum."""
    names = {"embedding": text("matrices.embedding"), "encoding": "PE", "input": text("sum.input")}
    shown = {matrix: Shown(matrix, name, words, told_by="name") for matrix, name in names.items()}
    return Board(shown, lambda explanation: untrained(text, explanation, words))


def explained_below(page: Page) -> str:
    """The board under which the arithmetic stands: the one in which a person pinned a number.

    It stays there while that person goes on to numbers of another one.
    """
    start, pin = Trail(page).start, page.pinned()
    matrix = start.tensor if start else pin.matrix if pin else "pe"
    return BOARDS.get(matrix, "heatmap")


def show_encoding_arithmetic(
    page: Page, below: str, computation: Computation, board: Board, otherwise: Cell
) -> None:
    """The arithmetic, where it belongs under this board."""
    if explained_below(page) == below:
        show_board_arithmetic(page, computation, board, otherwise)
