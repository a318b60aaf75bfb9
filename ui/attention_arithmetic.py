"""The arithmetic of the pinned cell of one attention."""

from collections.abc import Mapping, Sequence

from torch import Tensor

from transformer_core import AttentionSteps
from transformer_core.computation import Cell, Computation
from transformer_core.explanation import Explanation
from transformer_core.provenance import attention_computation
from ui.board import Board, Shown, show_board_arithmetic
from ui.language import Text
from ui.page import Page

STEPS = ("scores", "scaled", "masked", "weights", "output")


def attention_board(
    text: Text,
    queries: Sequence[str],
    keys: Sequence[str],
    matrices: Mapping[str, str] | None = None,
) -> Board:
    """Q, K, V and every step, K shown transposed.

    `matrices` are the ids of those that are not called like their tensors.
    """
    ids = {name: name for name in ("Q", "K", "V", *STEPS)} | dict(matrices or {})
    grid = {"rows": queries, "cols": keys}
    shown = {
        "Q": Shown(ids["Q"], "Q", queries, role="query"),
        "K": Shown(ids["K"], "K", keys, role="key", transposed=True),
        "V": Shown(ids["V"], "V", keys, role="value", told_by="row"),
        **{name: Shown(ids[name], text(f"matrices.{name}"), **grid) for name in STEPS[:-1]},
        "output": Shown(ids["output"], text("matrices.output"), queries),
    }
    return Board(shown, lambda explanation: heard(text, explanation, queries, keys))


def heard(text: Text, explanation: Explanation, queries: Sequence[str], keys: Sequence[str]) -> str:
    """What a weight means; nothing for another number."""
    if explanation.kind != "softmax" or explanation.value == 0:
        return ""
    *_, row, col = explanation.cell.index
    percent = f"{100 * explanation.value:.0f}" if explanation.value >= 0.005 else "< 1"
    return text("arithmetic.hears", percent=percent, key=keys[col], query=queries[row])


def strongest_weight(computation: Computation, tensor: str = "weights") -> Cell:
    weights = computation.tensors[tensor]
    return Cell(tensor, divmod(int(weights.argmax()), weights.size(1)))


def show_arithmetic(
    page: Page,
    Q: Tensor,
    K: Tensor,
    V: Tensor,
    steps: AttentionSteps,
    mask: Tensor | None,
    factor: float,
    words: Sequence[str] = (),
    matrices: Mapping[str, str] | None = None,
) -> None:
    """The arithmetic of the pinned cell, or of the strongest weight while none is pinned."""
    computation = attention_computation(Q, K, V, steps, mask, factor)
    queries = words or [str(row) for row in range(Q.size(0))]
    keys = words or [str(row) for row in range(K.size(0))]
    board = attention_board(page.text, queries, keys, matrices)
    show_board_arithmetic(page, computation, board, strongest_weight(computation))
