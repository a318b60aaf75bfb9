"""The self-attention page's input: a sentence as rows of a random table."""

from dataclasses import dataclass
from functools import cached_property

import torch
from torch import Tensor

from transformer_core import AttentionSteps
from transformer_lab.examples import (
    SelfAttentionSteps,
    SelfAttentionWeights,
    plain_self_attention,
    random_embedding,
    random_multi_head_weights,
    random_self_attention_weights,
    split_words,
    weighted_self_attention,
    word_ids,
)
from ui.picture.word_labels import word_labels
from ui.state.setting import Setting, choice, number, stepped, typed
from ui.state.typed_input import read_sentence

D = 16
MOST_WORDS = 16
LEAST_ROWS = 10
"""The rows of the table, as in the notebook; a sentence with more words has a longer one."""
HEADS = 8
VIEWS = ("plain", "weighted", "heads")
NOTEBOOK = "Can you help me to translate this sentence"


def read_words(text: str) -> list[str]:
    return read_sentence(text, split_words, limit=MOST_WORDS)


@dataclass(frozen=True, eq=False)
class SelfAttentionSetting(Setting):
    """A sentence, the weight matrices it uses, and the head and word that are shown."""

    PREFIX = "sa"

    sentence: str = typed(read_words, NOTEBOOK)
    view: str = choice(VIEWS, "plain")
    seed: int = number(0, 9999, 123)
    word: int = number(0, MOST_WORDS - 1, 1, is_view=True)
    head: int = stepped(
        0, HEADS - 1, 2, lambda _: range(HEADS), width=130, counts_from=1, is_view=True
    )

    @cached_property
    def words(self) -> tuple[str, ...]:
        return tuple(read_words(self.sentence))

    @cached_property
    def labels(self) -> tuple[str, ...]:
        """Labels for the words, equal ones told apart."""
        return word_labels(self.words)

    @cached_property
    def ids(self) -> tuple[int, ...]:
        return tuple(word_ids(self.words))

    @property
    def row(self) -> int:
        """The word whose row is shown if nothing is pinned."""
        return min(self.word, len(self.words) - 1)

    @cached_property
    def table(self) -> Tensor:
        """The random embedding table (rows, D)."""
        return random_embedding(max(LEAST_ROWS, max(self.ids) + 1), D, self.seed)

    @property
    def X(self) -> Tensor:
        """One row per word, (words, D)."""
        return self.table[list(self.ids)]

    @cached_property
    def same_words(self) -> Tensor:
        """True where two positions have the same word, (words, words)."""
        ids = torch.tensor(self.ids)
        return ids[:, None] == ids

    @cached_property
    def plain_steps(self) -> AttentionSteps:
        """The attention of X to itself, without weight matrices and without scaling."""
        return plain_self_attention(self.X)

    @cached_property
    def weights(self) -> SelfAttentionWeights:
        """U_query, U_key and U_value, (D, D) each; with several heads (HEADS, D, D)."""
        if self.view == "heads":
            return random_multi_head_weights(D, HEADS, self.seed)
        return random_self_attention_weights(D, self.seed)

    @cached_property
    def weighted_steps(self) -> SelfAttentionSteps:
        """The steps with weight matrices; with several heads each step has a leading (HEADS,)."""
        return weighted_self_attention(self.X, self.weights)

    @property
    def head_weights(self) -> SelfAttentionWeights:
        """The weight matrices of the opened head, or the only ones."""
        if self.view != "heads":
            return self.weights
        return SelfAttentionWeights(*(matrix[self.head] for matrix in self.weights))

    @property
    def head_steps(self) -> SelfAttentionSteps:
        """The steps of the opened head, or the only ones."""
        if self.view != "heads":
            return self.weighted_steps
        return SelfAttentionSteps(*(step[self.head] for step in self.weighted_steps))

    @property
    def alpha(self) -> Tensor:
        """The attention weights that are shown, (words, words)."""
        return (self.plain_steps if self.view == "plain" else self.head_steps).weights
