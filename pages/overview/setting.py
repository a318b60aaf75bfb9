"""What the overview computes on: one small attention with real weights, on a typed sentence."""

from collections.abc import Sequence
from dataclasses import dataclass

from transformer_core import AttentionSteps, attention, build_multi_head_attention, encoded_words
from transformer_core.examples.attention_examples import EncodedWords, WordProjections
from ui.picture.word_labels import word_labels

D_MODEL = 16
MOST_WORDS = 12
BASE = 10_000.0


@dataclass(frozen=True)
class OverviewSetting:
    """Everything a person chose, as plain values."""

    words: tuple[str, ...]
    seed: int

    @property
    def labels(self) -> tuple[str, ...]:
        """What the words are called, equal ones told apart."""
        return word_labels(self.words)

    @property
    def weights_seed(self) -> int:
        """Not the embedding's own: both would be made of the same random numbers."""
        return self.seed + 1

    def input(self) -> EncodedWords:
        """Embedding, positional encoding and their sum, (words, D_MODEL) each."""
        return encoded_words(self.words, D_MODEL, self.seed, BASE)

    def projections(self) -> WordProjections:
        """The input, and the W_Q, W_K and W_V of one head as wide as the model."""
        module = build_multi_head_attention(D_MODEL, 1, self.weights_seed)
        linears = (module.w_q, module.w_k, module.w_v)
        return WordProjections(self.input().X, *(linear.weight.detach().mT for linear in linears))

    def steps(self) -> AttentionSteps:
        """softmax(Q K^T / sqrt(d_k)) V with Q = X W_Q, K = X W_K, V = X W_V."""
        return attention(*self.projections().project())


def turned(words: Sequence[str]) -> str:
    """The sentence from its end to its beginning."""
    return " ".join(reversed(words))


def repeated(words: Sequence[str]) -> str:
    """The sentence with its first word three times."""
    return " ".join([words[0], words[0], *words][:MOST_WORDS])
