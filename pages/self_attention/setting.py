"""The self-attention page's input: a sentence as the trained translator reads it, or as rows of a
random table.
"""

from dataclasses import dataclass
from functools import cached_property

import torch
from torch import Tensor

from pages.translator.trained_attention import (
    TrainedAttention,
    is_readable,
    trained_attention,
    translator_config,
)
from pages.translator.typed_text import read_english
from transformer_core import AttentionSteps, attention
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
from ui.models.attentions import Kind
from ui.picture.word_labels import word_labels
from ui.state.setting import Setting, choice, number, stepped, typed
from ui.state.typed_input import read_sentence

D = 16
MOST_WORDS = 16
LEAST_ROWS = 10
"""The rows of the table, as in the notebook; a sentence with more words has a longer one."""
HEADS = 8
SOURCES = ("trained", "random")
STACKS = ("encoder", "decoder")
MOST_LAYERS = 12
LAST_LAYER = MOST_LAYERS - 1
"""Counts as the last layer of any model: what it reads has already gathered from other words."""
VIEWS = ("plain", "weighted", "heads")
NOTEBOOK = "Can you help me to translate this sentence"


def read_words(text: str) -> list[str]:
    return read_sentence(text, split_words, limit=MOST_WORDS)


@dataclass(frozen=True, eq=False)
class SelfAttentionSetting(Setting):
    """A sentence, the weight matrices it uses, and the head and word that are shown.

    A link made before the page had trained numbers shows what it showed: random ones.
    """

    PREFIX = "sa"

    sentence: str = typed(read_words, NOTEBOOK)
    source: str = choice(SOURCES, "trained", former="random")
    stack: str = choice(STACKS, "encoder")
    layer: int = stepped(
        0,
        MOST_LAYERS - 1,
        LAST_LAYER,
        lambda _: range(translator_config().num_layers),
        width=110,
        counts_from=1,
    )
    view: str = choice(VIEWS, "heads", former="plain")
    seed: int = number(0, 9999, 123)
    word: int = number(0, MOST_WORDS - 1, 1, is_view=True)
    head: int = stepped(
        0, HEADS - 1, 2, lambda setting: range(setting.num_heads), width=130, counts_from=1,
        is_view=True,
    )  # fmt: skip

    def check(self) -> None:
        """The translator needs a sentence that it can read. Raises: InputError."""
        if self.source == "trained":
            read_english(self.sentence)

    @property
    def is_trained(self) -> bool:
        return self.source == "trained"

    @property
    def could_be_trained(self) -> bool:
        """True if the translator can read the sentence."""
        return is_readable(self.sentence)

    @property
    def num_heads(self) -> int:
        return translator_config().num_heads if self.is_trained else HEADS

    @property
    def shown_layer(self) -> int:
        """The layer of the translator that is shown, counted from 0."""
        return min(self.layer, translator_config().num_layers - 1)

    @property
    def shown_head(self) -> int:
        return min(self.head, self.num_heads - 1)

    @property
    def d(self) -> int:
        """What the scores are divided by the root of."""
        return translator_config().d_k if self.is_trained else D

    @cached_property
    def trained(self) -> TrainedAttention:
        """The self-attention of the translator that is shown."""
        kind: Kind = "decoder" if self.stack == "decoder" else "encoder"
        return trained_attention(self.sentence, kind, self.shown_layer)

    @property
    def mask(self) -> Tensor | None:
        """(tokens, tokens) bool, True = hidden; None where nothing is hidden."""
        return self.trained.mask if self.is_trained else None

    def labels_in(self, language: str) -> tuple[str, ...]:
        """Labels for the tokens that attend to each other, equal ones told apart."""
        return self.trained.labels(language)[0] if self.is_trained else self.labels

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
        return min(self.word, len(self.X) - 1)

    @cached_property
    def table(self) -> Tensor:
        """The random embedding table (rows, D)."""
        return random_embedding(max(LEAST_ROWS, max(self.ids) + 1), D, self.seed)

    @property
    def X(self) -> Tensor:
        """One row per word, (words, D); as the trained layer reads them, (tokens, d_model)."""
        if self.is_trained:
            return self.trained.X
        return self.table[list(self.ids)]

    @cached_property
    def same_words(self) -> Tensor:
        """True where two positions have the same word or token, (words, words)."""
        ids = torch.tensor(self.ids)
        if self.is_trained:
            side = "tgt" if self.stack == "decoder" else "src"
            ids = self.trained.computation.tensors[f"{side}_ids"]
        return ids[:, None] == ids

    @cached_property
    def plain_steps(self) -> AttentionSteps:
        """The attention of X to itself, without weight matrices and without scaling."""
        if self.is_trained:
            return attention(self.X, self.X, self.X, self.mask, scale=1.0)
        return plain_self_attention(self.X)

    @cached_property
    def weights(self) -> SelfAttentionWeights:
        """Random U_query, U_key and U_value, (D, D) each; with several heads (HEADS, D, D)."""
        if self.view == "heads":
            return random_multi_head_weights(D, HEADS, self.seed)
        return random_self_attention_weights(D, self.seed)

    @cached_property
    def weighted_steps(self) -> SelfAttentionSteps:
        """The steps with weight matrices; with several heads each step has a leading (HEADS,)."""
        if self.is_trained:
            shown = self.trained
            return SelfAttentionSteps(shown.Q, shown.K, shown.V, *shown.steps)
        return weighted_self_attention(self.X, self.weights)

    @property
    def head_weights(self) -> SelfAttentionWeights:
        """The random weight matrices of the opened head, or the only ones."""
        if self.view != "heads":
            return self.weights
        return SelfAttentionWeights(*(matrix[self.shown_head] for matrix in self.weights))

    @property
    def head_steps(self) -> SelfAttentionSteps:
        """The steps of the opened head, or the only ones."""
        if self.view != "heads" and not self.is_trained:
            return self.weighted_steps
        return SelfAttentionSteps(*(step[self.shown_head] for step in self.weighted_steps))

    @property
    def alpha(self) -> Tensor:
        """The attention weights that are shown, (words, words)."""
        return (self.plain_steps if self.view == "plain" else self.head_steps).weights
