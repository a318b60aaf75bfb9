"""Where the numbers of the overview's attention come from, back to embedding and position."""

from dataclasses import replace

from pages.overview.setting import BASE, D_MODEL, OverviewSetting
from transformer_core.explain.attention_provenance import (
    attention_computation,
    projected_computation,
    weights_straight_from,
)
from transformer_core.explain.axes import vectors
from transformer_core.explain.computation import Computation, Step
from transformer_core.explain.explanation import Explanation
from transformer_core.explain.origin import Origin
from ui.answer.parts import Arithmetic
from ui.explain.attention import attention_board, strongest_weight
from ui.explain.board import Board, Shown, board_arithmetic
from ui.explain.embedding_arithmetic import untrained
from ui.shell.language import Text
from ui.state.address import Place

NOT_SHOWN = dict.fromkeys(("scores", "scaled"), "")
ROLES = {"W_Q": "query", "W_K": "key", "W_V": "value"}


def overview_computation(setting: OverviewSetting) -> Computation:
    """The input, its queries, keys and values, and their attention."""
    attended = attention_computation(*setting.projected, setting.steps, None, D_MODEL**-0.5)
    # Nothing is masked: the weights come straight from the scaled scores.
    attended = weights_straight_from(attended, "scaled", ("masked",))
    projected = projected_computation(attended, setting.projections)
    embedding, encoding, _ = setting.input
    steps = {
        **projected.steps,
        "X": Step("sum", {"x": "embedding", "y": "encoding"}),
        "encoding": Step("positional_encoding", {}, {"d_model": D_MODEL, "base": BASE}),
    }
    tensors = {**projected.tensors, "embedding": embedding, "encoding": encoding}
    added = {name: Origin(name, vectors()) for name in ("embedding", "encoding")}
    return Computation(tensors, steps, origins={**projected.origins, **added})


def overview_board(text: Text, setting: OverviewSetting) -> Board:
    """Input, Q, K, V, weights and output stand in matrices; all else in the arithmetic alone."""
    labels = setting.labels
    board = attention_board(text, labels, labels, NOT_SHOWN)
    shown = {name: one for name, one in board.tensors.items() if name != "masked"}
    shown |= {
        "X": Shown("input", text("live.input"), labels),
        "embedding": Shown("", text("matrices.embedding"), labels, told_by="name"),
        "encoding": Shown("", "PE", labels, told_by="name"),
        "K": replace(shown["K"], transposed=False),
    }
    shown |= {name: Shown("", name, role=role, told_by="row") for name, role in ROLES.items()}

    def means(explanation: Explanation) -> str:
        return board.meaning(explanation) or untrained(text, explanation, setting.words)

    return Board(shown, means)


def overview_arithmetic(text: Text, setting: OverviewSetting, place: Place) -> Arithmetic:
    """The arithmetic of the pinned cell, or of the strongest weight while none is pinned."""
    computation, board = overview_computation(setting), overview_board(text, setting)
    return board_arithmetic(text, computation, board, place, strongest_weight(computation))
