"""Where the numbers of the overview's attention come from, back to embedding and position."""

from collections.abc import Sequence
from dataclasses import replace

from torch import Tensor

from transformer_core import AttentionSteps
from transformer_core.computation import Computation, Step
from transformer_core.explanation import Explanation
from transformer_core.provenance import attention_computation
from ui.attention_arithmetic import attention_board, strongest_weight
from ui.board import Board, Shown, show_board_arithmetic
from ui.embedding_arithmetic import untrained
from ui.encoding_setting import EncodingSetting
from ui.language import Text
from ui.page import Page
from ui.positional_encoding_arithmetic import encoding_step

NOT_SHOWN = dict.fromkeys(("scores", "scaled", "masked"), "")


def overview_computation(
    setting: EncodingSetting,
    parts: tuple[Tensor, Tensor, Tensor],
    steps: AttentionSteps,
) -> Computation:
    """An input that attends to itself. `parts` are embedding, encoding and their sum."""
    embedding, encoding, X = parts
    attended = attention_computation(X, X, X, steps, None, setting.d_model**-0.5)
    tensors = {**attended.tensors, "embedding": embedding, "encoding": encoding}
    made = dict.fromkeys("QKV", Step("sum", {"x": "embedding", "y": "encoding"}))
    made["encoding"] = encoding_step(setting, len(encoding))
    return Computation(tensors, {**attended.steps, **made})


def overview_board(text: Text, words: Sequence[str]) -> Board:
    """Queries, keys and values are the input itself; what it is the sum of stands in no matrix."""
    board = attention_board(text, words, words, NOT_SHOWN)
    looks = {"matrix": "input", "name": text("live.input"), "transposed": False}
    shown = {letter: replace(board.tensors[letter], **looks) for letter in "QKV"}
    shown["embedding"] = Shown("", text("matrices.embedding"), words, told_by="name")
    shown["encoding"] = Shown("", "PE", words, told_by="name")

    def means(explanation: Explanation) -> str:
        return board.meaning(explanation) or untrained(text, explanation, words)

    return Board({**board.tensors, **shown}, means)


def show_overview_arithmetic(
    page: Page,
    setting: EncodingSetting,
    parts: tuple[Tensor, Tensor, Tensor],
    steps: AttentionSteps,
    words: Sequence[str],
) -> None:
    """The arithmetic of the pinned cell, or of the strongest weight while none is pinned."""
    computation = overview_computation(setting, parts, steps)
    board = overview_board(page.text, words)
    show_board_arithmetic(page, computation, board, strongest_weight(computation))
