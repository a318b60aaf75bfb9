"""Where the numbers of self-attention on a sentence come from, back to the embeddings."""

from collections.abc import Sequence
from dataclasses import replace

from torch import Tensor

from transformer_core import AttentionSteps, SelfAttentionSteps, SelfAttentionWeights
from transformer_core.computation import Computation, Step
from transformer_core.provenance import attention_computation
from ui.attention_arithmetic import attention_board, show_arithmetic, strongest_weight
from ui.board import Board, Shown, show_board_arithmetic
from ui.page import Page

LETTERS = {"Q": "U_query", "K": "U_key", "V": "U_value"}


def explain_plain(page: Page, X: Tensor, steps: AttentionSteps, words: Sequence[str]) -> None:
    """X attends to itself, without weights and without scaling."""
    matrices = {"Q": "X", "K": "XT", "V": "values", "scaled": "", "masked": ""}
    show_arithmetic(page, X, X, X, steps, None, 1.0, words, matrices)


def explain_weighted(
    page: Page,
    X: Tensor,
    weights: SelfAttentionWeights,
    steps: SelfAttentionSteps,
    words: Sequence[str],
    *,
    in_heads: bool = False,
) -> None:
    """Q, K and V are made of X by U_query, U_key and U_value; all matrices are of one head.

    `in_heads` is the view of several heads, which shows of the opened one its keys and weights.
    """
    attention = AttentionSteps(*steps[3:])
    factor = X.size(1) ** -0.5
    computation = attention_computation(*steps[:3], attention, None, factor)
    U = dict(zip(LETTERS.values(), weights, strict=True))
    made = {letter: Step("linear", {"x": "X", "weight": name}) for letter, name in LETTERS.items()}
    tensors = {**computation.tensors, **U, "X": X}
    matrices = {"Q": "queries", "K": "keys", "V": "values", "scaled": "", "masked": ""}
    if in_heads:
        matrices |= dict.fromkeys(("Q", "V", "scores", "output"), "")
    board = attention_board(page.text, words, words, matrices)
    keys = replace(board.tensors["K"], transposed=not in_heads)
    shown = {**board.tensors, "K": keys, "X": Shown("embedding", "X", words)}
    computation = Computation(tensors, {**computation.steps, **made})
    show_board_arithmetic(
        page, computation, Board(shown, board.meaning), strongest_weight(computation)
    )
