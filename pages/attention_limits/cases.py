"""Rows of this sentence's attention that answer a question most clearly."""

from collections.abc import Callable, Iterator
from functools import lru_cache

import torch
from torch import Tensor

from pages.attention_limits.compared import Comparison, comparison
from pages.attention_limits.setting import LimitsSetting
from pages.translator.trained_attention import translator_config
from transformer_lab.measures.hidden_words import DECISIVE, is_sink


def _importance(found: Comparison) -> Tensor:
    """How clearly another word than the one that is looked at most changes a token:
    (heads, tokens), 0 where it does not.
    """
    changes = found.changes.T.abs().expand_as(found.weights)  # (heads, tokens, words)
    most = found.weights.argmax(-1, keepdim=True)
    further = changes.amax(-1) - changes.gather(-1, most)[..., 0]
    return found.weights.amax(-1) * further.where(further >= DECISIVE, 0.0)


def _value(found: Comparison) -> Tensor:
    """How far the share of some word is below its weight."""
    return (found.weights - found.shares).amax(-1)


def _sink(found: Comparison) -> Tensor:
    """The largest weight where the word that has it is a sink, for the token and for the whole
    translation, and another word counts.
    """
    changes = found.changes.T
    lengths = found.lengths[:, None].expand_as(found.weights)
    sinks = is_sink(found.weights, lengths, changes.expand_as(found.weights))
    sinks &= is_sink(found.weights, lengths, found.translation_changes.expand_as(found.weights))
    decided = changes.abs().amax(-1) >= DECISIVE  # (tokens,)
    return found.weights.amax(-1) * (sinks & decided)


CASES: dict[str, Callable[[Comparison], Tensor]] = {
    "importance": _importance,
    "value": _value,
    "sink": _sink,
}
"""By question, how clearly each row of the cross-attention answers it: (heads, tokens)."""
MOST_KEPT = 64
"""The number of places cached, over all users."""
OTHERS = ("The old teacher did not read the red book", "Did the dog eat the fish in the kitchen?")
"""Sentences for a question that a link asks of a sentence that does not answer it."""


def case(setting: LimitsSetting, question: str) -> LimitsSetting | None:
    """The same sentence at the head and token of its cross-attention that answer a question most
    clearly; None if none does.
    """
    place = _place_in(setting.sentence, question)
    if place is None:
        return None
    layer, head, token = place
    at = {"kind": "cross", "hide": "everywhere", "ask": ""}
    return setting.with_values(layer=layer, head=head, token=token, **at)


def answered(setting: LimitsSetting) -> LimitsSetting:
    """The setting with its question answered: at the row that does, in another sentence if need be;
    where none does, as it was.
    """
    if not setting.ask:
        return setting
    sentences = (setting.sentence, *OTHERS)
    found = (case(setting.with_values(sentence=one), setting.ask) for one in sentences)
    return next(filter(None, found), setting.with_values(ask=""))


@lru_cache(maxsize=MOST_KEPT)
def _place_in(sentence: str, question: str) -> tuple[int, int, int] | None:
    """Layer, head and token, which follow from the sentence alone."""
    scores = torch.stack([CASES[question](found) for found in _layers(sentence)])
    return _place(scores) if float(scores.max()) > 0 else None


def _layers(sentence: str) -> Iterator[Comparison]:
    for layer in range(translator_config().num_layers):
        yield comparison(LimitsSetting(sentence, kind="cross", hide="everywhere", layer=layer))


def _place(scores: Tensor) -> tuple[int, int, int]:
    layer, rest = divmod(int(scores.argmax()), scores[0].numel())
    return (layer, *divmod(rest, scores.size(2)))
