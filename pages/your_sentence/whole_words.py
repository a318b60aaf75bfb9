"""Another model's attention between words instead of between the pieces of its tokenizer."""

from dataclasses import dataclass, replace
from typing import Any

from torch import Tensor

from pages.translator.attention_source import AttentionSource
from pages.translator.labels import told_apart, without_numbers
from pages.translator.setting import SentenceSetting
from transformer_lab.measures.words import Groups, joined
from transformer_lab.pretrained.word_groups import joined_labels, word_groups
from ui.models import Attentions
from ui.models.attentions import Kind


@dataclass(frozen=True)
class Words:
    """The pieces of each word that is read by the encoder, read by the decoder, and predicted."""

    source: Groups
    read: Groups
    predicted: Groups

    def sides(self, kind: Kind) -> tuple[Groups, Groups]:
        """The words of the queries and of the keys of a kind of attention."""
        queries = self.source if kind == "encoder" else self.predicted
        return queries, self.read if kind == "decoder" else self.source

    def of(self, weights: Tensor, kind: Kind) -> Tensor:
        """(..., seq_q, seq_k) between pieces -> between words."""
        return joined(weights, *self.sides(kind))


def words_of(seen: Attentions) -> Words | None:
    """The words of a text; None where each piece is one."""
    pieces = map(without_numbers, (seen.source, seen.read, seen.predicted))
    groups = Words(*map(word_groups, pieces))
    sides = (groups.source, groups.read, groups.predicted)
    return groups if any(len(word) > 1 for side in sides for word in side) else None


def in_words(seen: Attentions, words: Words) -> Attentions:
    """Rows of one word averaged, columns summed."""
    made: dict[str, Any] = {kind: words.of(seen.weights(kind), kind) for kind in seen.kinds}
    labels: dict[str, Any] = {
        side: joined_labels(without_numbers(getattr(seen, side)), getattr(words, side))
        for side in ("source", "read", "predicted")
    }
    return told_apart(replace(seen, **labels, **made))


def joined_words(setting: SentenceSetting, source: AttentionSource) -> Words | None:
    """The words to show, where this is asked for and another model splits them."""
    if not setting.whole_words or source.written is not None:
        return None
    return words_of(source.attentions)


def shown_source(setting: SentenceSetting) -> AttentionSource:
    """What is inspected, between words where this is asked for."""
    source = setting.attention_source
    words = joined_words(setting, source)
    if words is None:
        return source
    return replace(source, attentions=in_words(source.attentions, words))
