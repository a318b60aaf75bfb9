"""A sentence and its translation as a batch would hold them: padded, and through the translator."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache

import torch
import torch.nn.functional as F
from torch import Tensor

from pages.translator.decoding import DecodedSentence, shown_token
from pages.translator.glossed import korean_label, source_labels
from pages.translator.model_edits import the_translator
from pages.translator.naming import SentenceNaming
from pages.translator.trained_attention import TrainedAttention, trained_attention
from transformer_core import trace
from transformer_core.explain.computation import Computation
from transformer_core.explain.provenance import transformer_computation
from transformer_lab.vocabulary import PAD_ID
from ui.models import Attentions
from ui.models.attentions import Kind
from ui.picture.word_labels import word_labels
from ui.words.language import Text, text_of

PAD_LABEL = "⟨pad⟩"
MOST_KEPT = 16
"""The number of padded sentences cached, over all users."""


@dataclass(frozen=True, eq=False)
class PaddedSentence:
    """What the translator reads and has written, with padding, and the forward pass over both.

    The padding is read like any token: its rows start from the embedding of the padding token.
    """

    written: DecodedSentence
    """The sentence without padding."""
    src_ids: Tensor
    """(1, seq_k) with the padding."""
    tgt_ids: Tensor
    """(1, seq_q) what the decoder reads, its start token first, with the padding."""
    padding_first: bool
    computation: Computation

    @cached_property
    def source(self) -> tuple[str, ...]:
        """The words of the sentence, and the padding."""
        words = [word.typed for word in self.written.recognition.words]
        return self._padded(words, self.src_ids)

    @cached_property
    def read(self) -> tuple[str, ...]:
        """The tokens that the decoder reads, and the padding."""
        tokens = (self.written.style.token, *self.written.tokens[:-1])
        return self._padded([shown_token(token) for token in tokens], self.tgt_ids)

    def seen(self, language: str) -> Attentions:
        """The attentions of the sentence without padding, but the labels of all tokens: equal ones
        told apart, with a gloss for readers of the other language.
        """
        written, read = self.written, (self.written.style.token, *self.written.tokens[:-1])
        source, target = list(word_labels(self.source)), list(word_labels(self.read))
        words = self._real(len(written.recognition.words), self.src_ids)
        tokens = self._real(len(read), self.tgt_ids)
        source[words] = source_labels(language, written, source[words])
        named = zip(read, target[tokens], strict=True)
        target[tokens] = [korean_label(language, *each) for each in named]
        predicted = [korean_label(language, token) for token in written.tokens]
        return replace(
            written.attentions,
            source=tuple(source),
            read=tuple(target),
            predicted=self._padded(predicted, self.tgt_ids),
        )

    def attention(self, kind: Kind, layer: int) -> TrainedAttention:
        """One attention of the padded sentences; `layer` is counted from 0."""
        return TrainedAttention(replace(self.written, computation=self.computation), kind, layer)

    def naming(self, text: Text, computation: Computation, kind: Kind) -> SentenceNaming:
        """Names for the numbers of the model, in the words of the padded sentences."""
        words, seen = text_of("translator", text.language), self.seen(text.language)
        return SentenceNaming(words, computation, "", self.written, kind, seen)

    def _padded(self, tokens: Sequence[str], ids: Tensor) -> tuple[str, ...]:
        labels = [PAD_LABEL] * ids.size(1)
        labels[self._real(len(tokens), ids)] = tokens
        return tuple(labels)

    def _real(self, count: int, ids: Tensor) -> slice:
        """The positions of what is not padding."""
        start = ids.size(1) - count if self.padding_first else 0
        return slice(start, start + count)


@lru_cache(maxsize=MOST_KEPT)
def padded_sentence(
    sentence: str, length: int, target_length: int, padding_first: bool = False
) -> PaddedSentence:
    """What the translator computes on a sentence and its own greedy translation, both padded.

    Args:
        sentence: one that `read_english` can read.
        length, target_length: of the source, and of what the decoder reads, its start token
            included; a longer one is not cut.

    Raises: InputError for a sentence that the translator cannot read.
    """
    written = trained_attention(sentence).written
    translator = the_translator()
    src_ids = _padded_ids(translator.source_ids(written.recognition), length, padding_first)
    read = written.translation.tgt_ids[:, :-1]
    tgt_ids = _padded_ids(read, target_length, padding_first)
    with torch.inference_mode(), trace(translator.model) as records:
        translator.model(src_ids, tgt_ids)
        computation = transformer_computation(translator.model, records, src_ids, tgt_ids)
    return PaddedSentence(written, src_ids, tgt_ids, padding_first, computation)


def _padded_ids(ids: Tensor, length: int, padding_first: bool) -> Tensor:
    """(1, seq_len) with padding after or before it, up to a length."""
    count = max(0, length - ids.size(1))
    return F.pad(ids, (count, 0) if padding_first else (0, count), value=PAD_ID)
