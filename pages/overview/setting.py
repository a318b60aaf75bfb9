"""What the overview computes on: one small attention with real weights, on a typed sentence."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from transformer_core import (
    AttentionSteps,
    attention,
    build_multi_head_attention,
    encoded_words,
    split_words,
)
from transformer_core.examples.attention_examples import QKV, EncodedWords, WordProjections
from ui.picture.word_labels import word_labels
from ui.state.setting import Setting, number, typed
from ui.state.typed_input import read_sentence

D_MODEL = 16
MOST_WORDS = 12
BASE = 10_000.0
SEEDS = 10_000


def read_words(text: str) -> list[str]:
    return read_sentence(text, split_words, limit=MOST_WORDS)


@dataclass(frozen=True, eq=False)
class OverviewSetting(Setting):
    """A sentence and its random numbers."""

    PREFIX = "ov"

    sentence: str = typed(read_words, default_words="controls.sentence_default")
    seed: int = number(0, SEEDS - 1, 11)

    @cached_property
    def words(self) -> tuple[str, ...]:
        return tuple(read_words(self.sentence))

    @cached_property
    def labels(self) -> tuple[str, ...]:
        """What the words are called, equal ones told apart."""
        return word_labels(self.words)

    @property
    def weights_seed(self) -> int:
        """Not the embedding's own: both would be made of the same random numbers."""
        return self.seed + 1

    @cached_property
    def input(self) -> EncodedWords:
        """Embedding, positional encoding and their sum, (words, D_MODEL) each."""
        return encoded_words(self.words, D_MODEL, self.seed, BASE)

    @cached_property
    def projections(self) -> WordProjections:
        """The input, and the W_Q, W_K and W_V of one head as wide as the model."""
        module = build_multi_head_attention(D_MODEL, 1, self.weights_seed)
        linears = (module.w_q, module.w_k, module.w_v)
        return WordProjections(self.input.X, *(linear.weight.detach().mT for linear in linears))

    @cached_property
    def projected(self) -> QKV:
        """Q = X W_Q, K = X W_K, V = X W_V."""
        return self.projections.project()

    @cached_property
    def steps(self) -> AttentionSteps:
        """softmax(Q K^T / sqrt(d_k)) V."""
        return attention(*self.projected)


def turned(words: Sequence[str]) -> str:
    """The sentence from its end to its beginning."""
    return " ".join(reversed(words))


def repeated(words: Sequence[str]) -> str:
    """The sentence with its first word three times."""
    return " ".join([words[0], words[0], *words][:MOST_WORDS])
