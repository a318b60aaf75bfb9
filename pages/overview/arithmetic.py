"""Where the numbers of the overview's attention come from, back to embedding and position."""

from dataclasses import replace

from pages.overview.setting import BASE, D_MODEL, OverviewSetting
from transformer_core.explain.computation import Computation, Step
from transformer_core.explain.explanation import Explanation
from transformer_core.explain.provenance import attention_computation, projected_computation
from ui.explain.attention import attention_board, strongest_weight
from ui.explain.board import Board, Shown, show_board_arithmetic
from ui.explain.embedding_arithmetic import untrained
from ui.shell.language import Text
from ui.shell.page import Page

NOT_SHOWN = dict.fromkeys(("Q", "K", "V", "scores", "scaled", "masked"), "")
ROLES = {"W_Q": "query", "W_K": "key", "W_V": "value"}


def overview_computation(setting: OverviewSetting) -> Computation:
    """The input, its queries, keys and values, and their attention."""
    made = setting.projections()
    attended = attention_computation(*made.project(), setting.steps(), None, D_MODEL**-0.5)
    projected = projected_computation(attended, made)
    embedding, encoding, _ = setting.input()
    steps = {
        "X": Step("sum", {"x": "embedding", "y": "encoding"}),
        "encoding": Step("positional_encoding", {}, {"d_model": D_MODEL, "base": BASE}),
    }
    tensors = {**projected.tensors, "embedding": embedding, "encoding": encoding}
    return Computation(tensors, {**projected.steps, **steps})


def overview_board(text: Text, setting: OverviewSetting) -> Board:
    """Input, weights and output stand in matrices; all else is in the arithmetic alone."""
    labels = setting.labels
    board = attention_board(text, labels, labels, NOT_SHOWN)
    shown = {
        "X": Shown("input", text("live.input"), labels),
        "embedding": Shown("", text("matrices.embedding"), labels, told_by="name"),
        "encoding": Shown("", "PE", labels, told_by="name"),
    }
    shown |= {name: Shown("", name, role=role, told_by="row") for name, role in ROLES.items()}
    shown["K"] = replace(board.tensors["K"], transposed=False)

    def means(explanation: Explanation) -> str:
        return board.meaning(explanation) or untrained(text, explanation, setting.words)

    return Board({**board.tensors, **shown}, means)


def show_overview_arithmetic(page: Page, setting: OverviewSetting) -> None:
    """The arithmetic of the pinned cell, or of the strongest weight while none is pinned."""
    computation = overview_computation(setting)
    board = overview_board(page.text, setting)
    show_board_arithmetic(page, computation, board, strongest_weight(computation))
