"""The words of a sentence by what a head gives them, and by what hiding them changes."""

from dataclasses import dataclass
from functools import cached_property, lru_cache

import torch
from torch import Tensor

from pages.attention_limits.hiding import MOST_KEPT, WithoutEach
from pages.attention_limits.setting import LimitsSetting
from pages.translator.trained_attention import TrainedAttention
from transformer_lab.measures.hidden_words import (
    DECISIVE,
    is_sink,
    log_probabilities_of,
    passed_on,
    places,
)

ORDERS = ("weight", "token_change", "length", "share")
"""The measures whose orders are compared."""


@dataclass(frozen=True, eq=False)
class Comparison:
    """Of all heads of one attention, and of all tokens of the translation."""

    trained: TrainedAttention
    without: WithoutEach

    @property
    def weights(self) -> Tensor:
        """(heads, queries, words)."""
        return self.trained.steps.weights

    @cached_property
    def W_O(self) -> Tensor:
        """(heads, d_model, d_v): the columns of W_O, as torch keeps it, that take each head."""
        parameter = self.trained.tensor("w_o.weight")
        return parameter.unflatten(1, (self.trained.num_heads, -1)).transpose(0, 1)

    @cached_property
    def passed_on(self) -> Tensor:
        """(heads, words, d_model): each word's value times W_O."""
        return passed_on(self.trained.V, self.W_O)

    @cached_property
    def lengths(self) -> Tensor:
        """(heads, words)."""
        return self.passed_on.norm(dim=-1)

    @cached_property
    def shares(self) -> Tensor:
        """(heads, queries, words): weight times length, as a share of the sum over the words."""
        products = self.weights * self.lengths[:, None]
        return products / products.sum(-1, keepdim=True).clamp(min=1e-30)

    @cached_property
    def whole_logs(self) -> Tensor:
        """(tokens,): ln of the probability of each written token with nothing hidden."""
        logits = self.trained.computation.tensors["logits"]
        return log_probabilities_of(logits, self.without.ids)

    @cached_property
    def probabilities(self) -> Tensor:
        """(words, tokens): of each written token without each word."""
        return self.without.logs.exp()

    @cached_property
    def changes(self) -> Tensor:
        """(words, tokens): those probabilities minus the ones with nothing hidden."""
        return self.probabilities - self.whole_logs.exp()

    @cached_property
    def translation_changes(self) -> Tensor:
        """(words,): the same of ln of the probability of the whole translation."""
        return self.without.logs.sum(-1) - self.whole_logs.sum()


@dataclass(frozen=True, eq=False)
class Row:
    """One query's words: (words,) each."""

    weight: Tensor
    length: Tensor
    share: Tensor
    probability: Tensor
    token_change: Tensor
    translation_change: Tensor
    before: float
    """The probability of the token with nothing hidden."""
    whole_log: float
    """ln of the probability of the whole translation with nothing hidden."""

    @property
    def most(self) -> int:
        """The word that is looked at most."""
        return int(self.weight.argmax())

    @property
    def least(self) -> int:
        return int(self.weight.argmin())

    @property
    def shortest_changed(self) -> int:
        """The word whose share is furthest below its weight: of much weight and a short vector."""
        return int((self.weight - self.share).argmax())

    @property
    def decisive(self) -> int:
        """The word whose hiding changes the token most."""
        return int(self.token_change.abs().argmax())

    @property
    def largest_change(self) -> float:
        return float(self.token_change.abs().max())

    @property
    def is_decided(self) -> bool:
        """Whether hiding some word changes the token."""
        return self.largest_change >= DECISIVE

    @cached_property
    def places(self) -> Tensor:
        """(words, orders): the place of each word in each of `ORDERS`."""
        return torch.stack([places(getattr(self, name).abs()) for name in ORDERS], dim=-1)

    @property
    def is_sink(self) -> bool:
        """Whether the word that is looked at most is a sink."""
        return bool(is_sink(self.weight, self.length, self.token_change))

    @property
    def is_sink_of_all(self) -> bool:
        """Whether hiding this sink also changes little of the translation as a whole."""
        return self.is_sink and bool(is_sink(self.weight, self.length, self.translation_change))


_compared = lru_cache(maxsize=MOST_KEPT)(Comparison)


def comparison(setting: LimitsSetting) -> Comparison:
    """Computed once for all heads and tokens of an attention."""
    return _compared(setting.trained, setting.without)


def row_of(setting: LimitsSetting) -> Row:
    """The words of the row that is shown."""
    found, head, position = comparison(setting), setting.shown_head, setting.position
    return Row(
        found.weights[head, setting.row],
        found.lengths[head],
        found.shares[head, setting.row],
        found.probabilities[:, position],
        found.changes[:, position],
        found.translation_changes,
        float(found.whole_logs[position].exp()),
        float(found.whole_logs.sum()),
    )
