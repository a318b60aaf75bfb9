"""The arithmetic of the pinned cell of one attention."""

import math
from collections.abc import Mapping, Sequence

from pages.attention.setting import AttentionSetting
from transformer_core.computation import Cell, Computation
from transformer_core.explanation import Explanation
from transformer_core.provenance import attention_computation, projected_computation
from ui.explain.arithmetic import percent
from ui.explain.board import Board, Shown, show_board_arithmetic
from ui.shell.language import Text
from ui.shell.page import Page

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
    share = percent(explanation.value)
    return text("arithmetic.hears", percent=share, key=keys[col], query=queries[row])


def strongest_weight(computation: Computation, tensor: str = "weights") -> Cell:
    weights = computation.tensors[tensor]
    return Cell(tensor, divmod(int(weights.argmax()), weights.size(1)))


def setting_computation(setting: AttentionSetting) -> Computation:
    """Everything that a setting's attention computes, with what made Q, K and V."""
    Q, K, V = setting.matrices()
    factor = 1 / math.sqrt(setting.d_k) if setting.scaled else 1.0
    computation = attention_computation(Q, K, V, setting.steps(), setting.mask, factor)
    made = setting.projections()
    if made is None:
        return computation
    detached = setting.detached().values()
    by_hand = [Cell(name, (row, col)) for cells in detached for name, row, col in cells]
    return projected_computation(computation, made, by_hand)


def setting_board(text: Text, setting: AttentionSetting, prefix: str = "") -> Board:
    """All matrices of a setting; `prefix` stands before their ids."""
    queries = setting.labels or [str(row) for row in range(setting.queries)]
    keys = setting.labels or [str(row) for row in range(setting.keys)]
    names = ("Q", "K", "V", *STEPS)
    board = attention_board(text, queries, keys, {name: prefix + name for name in names})
    made = {"X": Shown(f"{prefix}X", "X", setting.labels)}
    for name, role in (("Q", "query"), ("K", "key"), ("V", "value")):
        weights = f"W_{name}"
        made[weights] = Shown(f"{prefix}{weights}", weights, role=role, told_by="row")

    def means(explanation: Explanation) -> str:
        cell = explanation.cell
        if explanation.kind == "input" and (cell.tensor, *cell.index) in setting.edits:
            return text("change.by_hand")
        if cell.tensor in made or (explanation.kind == "input" and setting.source == "random"):
            return text("explanation.untrained")
        return board.means(explanation)

    tensors = {**board.tensors, **made} if setting.words else board.tensors
    return Board(tensors, means)


def show_setting_arithmetic(page: Page, setting: AttentionSetting, prefix: str = "") -> None:
    """The arithmetic of the pinned cell, or of the strongest weight while none is pinned."""
    computation = setting_computation(setting)
    board = setting_board(page.text, setting, prefix)
    show_board_arithmetic(page, computation, board, strongest_weight(computation))
