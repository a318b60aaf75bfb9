"""Where the numbers of self-attention on a sentence come from, back to the random table."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import torch
from torch import Tensor

from transformer_core import AttentionSteps, SelfAttentionSteps, SelfAttentionWeights
from transformer_core.explain.computation import Computation, Step
from transformer_core.explain.explanation import Explanation
from transformer_core.explain.provenance import attention_computation
from ui.explain.attention import attention_board, strongest_weight
from ui.explain.board import Board, Shown, show_board_arithmetic
from ui.explain.embedding_arithmetic import untrained
from ui.shell.language import Text
from ui.shell.page import Page

LETTERS = {"Q": "U_query", "K": "U_key", "V": "U_value"}
EMBEDDING = Step("embedding", {"ids": "ids", "table": "table"})
PLAIN = {"Q": "X", "K": "XT", "V": "values", "scaled": "", "masked": ""}
WEIGHTED = {"Q": "queries", "K": "keys", "V": "values", "scaled": "", "masked": ""}
"""The ids of the matrices that are not called like their tensors; no matrix shows the others."""
IN_HEADS = WEIGHTED | dict.fromkeys(("Q", "V", "scores", "output"), "")
"""Of several heads, the opened one's keys and weights are shown."""


@dataclass(frozen=True)
class Embedded:
    """A sentence as rows of a random table (rows, d)."""

    words: Sequence[str]
    ids: Sequence[int]
    table: Tensor

    @property
    def vectors(self) -> Tensor:
        """X, (words, d)."""
        return self.table[list(self.ids)]


def plain_computation(embedded: Embedded, steps: AttentionSteps) -> Computation:
    """X attends to itself, without weights and without scaling: Q, K and V are X."""
    X = embedded.vectors
    return _from_table(embedded, attention_computation(X, X, X, steps, None, 1.0), "QKV")


def weighted_computation(
    embedded: Embedded, weights: SelfAttentionWeights, steps: SelfAttentionSteps
) -> Computation:
    """Q, K and V are made of X by U_query, U_key and U_value; all matrices are of one head."""
    attended = AttentionSteps(*steps[3:])
    computation = attention_computation(*steps[:3], attended, None, steps.queries.size(1) ** -0.5)
    tensors = {**computation.tensors, **weights._asdict()}
    made = {
        letter: Step("linear_without_bias", {"x": "X", "weight": name})
        for letter, name in LETTERS.items()
    }
    return _from_table(embedded, Computation(tensors, {**computation.steps, **made}), ())


def _from_table(embedded: Embedded, computation: Computation, same: Sequence[str]) -> Computation:
    """With X, and the tensors that are the `same`, looked up in the table."""
    table = {"ids": torch.tensor(embedded.ids), "table": embedded.table, "X": embedded.vectors}
    looked_up = dict.fromkeys(("X", *same), EMBEDDING)
    return Computation({**computation.tensors, **table}, {**computation.steps, **looked_up})


def self_attention_board(text: Text, words: Sequence[str], view: str) -> Board:
    """The matrices of a view, and X with the table that it was taken from."""
    places = {"plain": PLAIN, "weighted": WEIGHTED, "heads": IN_HEADS}[view]
    board = attention_board(text, words, words, places)
    shown = dict(board.tensors)
    if view == "plain":
        shown |= {letter: replace(shown[letter], name="X") for letter in LETTERS}
    if view == "heads":
        shown["K"] = replace(shown["K"], transposed=False)
    shown["X"] = Shown("embedding", "X", words)
    shown["table"] = Shown("", text("notebook.table"))

    def means(explanation: Explanation) -> str:
        return board.meaning(explanation) or untrained(text, explanation, words)

    return Board(shown, means)


def show_self_attention_arithmetic(
    page: Page, computation: Computation, words: Sequence[str], view: str
) -> None:
    """The arithmetic of the pinned cell, or of the strongest weight while none is pinned."""
    board = self_attention_board(page.text, words, view)
    show_board_arithmetic(page, computation, board, strongest_weight(computation))
