"""The accuracy of a model on sentences whose translation and alignment are known."""

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import torch
from torch import Tensor

from english_korean.language.pairs import Pair
from transformer_core.decoding import greedy_decoding
from transformer_core.trace import trace
from transformer_core.transformer import Transformer
from transformer_lab.measures.alignment import correctly_attended, last_cross_attention
from transformer_lab.vocabulary import END_ID, PAD_ID, Vocabulary, padded

BATCH = 256


@dataclass(frozen=True)
class TranslationAccuracy:
    """Counts over a set of sentences."""

    sentences: int
    exact: int
    """Sentences of which every morpheme is right."""
    content_morphemes: int
    aligned: int
    """Content morphemes that attend most to a word that they translate."""

    @property
    def exact_share(self) -> float:
        return self.exact / max(1, self.sentences)

    @property
    def aligned_share(self) -> float:
        return self.aligned / max(1, self.content_morphemes)


def token_ids(pair: Pair, source: Vocabulary, target: Vocabulary) -> tuple[list[int], list[int]]:
    """Source ids, and target ids with the start token of the pair's style and the end token."""
    return source.ids(pair.english), [*target.ids([pair.style.token, *pair.korean]), END_ID]


def translation_accuracy(
    model: Transformer, pairs: Sequence[Pair], source: Vocabulary, target: Vocabulary
) -> TranslationAccuracy:
    """Translate greedily and compare; and ask, with the true translation as the decoder's input,
    where each content word looks (see `last_cross_attention`). The model should be in evaluation
    mode.
    """
    exact = aligned = content = 0
    ordered = sorted(pairs, key=lambda pair: (pair.style, len(pair.morphemes)))
    for batch in batches(ordered):
        src, tgt = zip(*(token_ids(pair, source, target) for pair in batch), strict=True)
        src_ids, tgt_ids = padded(src), padded(tgt)
        exact += _exact(model, src_ids, tgt_ids)
        right, counted = _aligned(model, src_ids, tgt_ids, batch)
        aligned, content = aligned + right, content + counted
    return TranslationAccuracy(len(ordered), exact, content, aligned)


def batches(ordered: Sequence[Pair]) -> Iterator[Sequence[Pair]]:
    """Neighbours of one style, whose translations begin with one start token."""
    for _, alike in itertools.groupby(ordered, key=lambda pair: pair.style):
        theirs = list(alike)
        yield from (theirs[start : start + BATCH] for start in range(0, len(theirs), BATCH))


def _exact(model: Transformer, src_ids: Tensor, tgt_ids: Tensor) -> int:
    written, start_id = tgt_ids[:, :1], int(tgt_ids[0, 0])
    for step in greedy_decoding(model, src_ids, start_id, END_ID, max_len=tgt_ids.size(1)):
        written = step.tgt_ids
    missing = tgt_ids.size(1) - written.size(1)
    written = torch.nn.functional.pad(written, (0, missing), value=PAD_ID)
    return int((written == tgt_ids).all(dim=1).sum())


@torch.inference_mode()
def _aligned(
    model: Transformer, src_ids: Tensor, tgt_ids: Tensor, pairs: Sequence[Pair]
) -> tuple[int, int]:
    with trace(model) as records:
        model(src_ids, tgt_ids[:, :-1])
    weights = last_cross_attention(records, model.config)  # (batch, seq_q, seq_k)
    counts = [
        correctly_attended(rows, pair.alignment, [each.is_content for each in pair.morphemes])
        for rows, pair in zip(weights, pairs, strict=True)
    ]
    return sum(right for right, _ in counts), sum(counted for _, counted in counts)
