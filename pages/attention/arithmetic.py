"""The arithmetic of the pinned cell of one attention."""

import math

from pages.attention.setting import AttentionSetting
from transformer_core.explain.computation import Cell, Computation
from transformer_core.explain.explanation import Explanation
from transformer_core.explain.provenance import attention_computation, projected_computation
from ui.explain.attention import STEPS, attention_board, strongest_weight
from ui.explain.board import Board, Shown, show_board_arithmetic
from ui.shell.language import Text
from ui.shell.page import Page


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
