"""A forward pass of a model, untrained or trained on its pair, computed once for all users."""

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import NamedTuple

import torch
from torch import Tensor

from pages.encoder_decoder.pair_training import PairTraining
from pages.encoder_decoder.sizes import Sizes, counts_of
from pages.encoder_decoder.token_by_token import TokenByToken, tokens_at_once
from pages.whole_model.sentences import END, PAD, START, Sentences, reading_own, sentences_of
from transformer_core import Transformer, build_transformer, seeded_dropout, trace
from transformer_core.explain.computation import Computation
from transformer_core.explain.provenance import transformer_computation
from transformer_lab.measures import each_at_its_end, traced_without_last_norms, writing

Tracing = AbstractContextManager[dict[str, Tensor]]
MOST_MODELS = 6
MOST_FORWARDS = 12
"""The number of cached forward passes, over all users."""
LARGE = 6_000_000
"""Of models with more parameters than this, only the last one is cached."""


class Training(NamedTuple):
    """How the model was trained on its pair of sentences."""

    steps: int
    label_smoothing: float


@dataclass(frozen=True)
class Forward:
    """The values that determine all numbers."""

    sizes: Sizes
    norm_first: bool
    seed: int
    source: tuple[str, ...]
    target: tuple[str, ...]
    padding: int
    dropout_seed: int | None = None
    """The seed of dropout; None if dropout is off."""
    training: Training | None = None
    reads_own: bool = False
    """True if the decoder reads what the model wrote itself; it writes without dropout."""

    @property
    def pair(self) -> Sentences:
        """The sentences as they were typed."""
        return sentences_of(self.source, self.target, self.padding)

    @property
    def sentences(self) -> Sentences:
        """What the model reads, and what it should say."""
        return reading_own(self.pair, self.written) if self.reads_own else self.pair

    @property
    def written(self) -> list[int]:
        """The tokens that the model writes by itself, at most as many as the target has."""
        return self.writing.all()

    @property
    def writing(self) -> TokenByToken[int]:
        """The same, as far as it is written."""
        return _writing(replace(self, dropout_seed=None, reads_own=False))

    @property
    def one_at_a_time(self) -> Tensor:
        """The logits of each position that counts, from a run of the decoder that ends there."""
        return torch.stack(self.apart.all(), dim=1)

    @property
    def apart(self) -> TokenByToken[Tensor]:
        """The same, position after position, as far as they are computed."""
        return _apart(self)

    @property
    def tokens_at_once(self) -> int:
        """The runs of the decoder that one answer makes."""
        parameters = sum(counts_of(self.sizes, self.norm_first).values())
        return tokens_at_once(parameters, self.sizes.num_layers, len(self.target) + 1)

    @property
    def untrained_model(self) -> Transformer:
        kept = _large_model if self._is_large else _model
        return kept(self.sizes, self.norm_first, self.seed)

    @property
    def model(self) -> Transformer:
        if self.training is None:
            return self.untrained_model
        return _trained(replace(self, dropout_seed=None, reads_own=False))

    @property
    def _is_large(self) -> bool:
        return sum(counts_of(self.sizes, self.norm_first).values()) > LARGE

    @property
    def records(self) -> dict[str, Tensor]:
        """All intermediate tensors, by name."""
        return (_large_records if self._is_large else _records)(self)

    @property
    def pair_training(self) -> PairTraining:
        """The training on the pair, of which all numbers of steps are stops."""
        assert self.training is not None
        start = self.training._replace(steps=0)
        return _pair_training(replace(self, dropout_seed=None, reads_own=False, training=start))

    def as_far_as_an_answer_trains(self) -> "Forward":
        """The same with the steps that are there and those that one answer takes, if not all."""
        if self.training is None:
            return self
        steps = self.pair_training.next_stop(self.training.steps)
        return replace(self, training=self.training._replace(steps=steps))

    def computation(self, label_smoothing: float) -> Computation:
        """The records with the step that computed each of them, and the loss of each token."""
        kept = _large_computation if self._is_large else _computation
        return kept(self, label_smoothing)

    @property
    def logits_without_last_norms(self) -> Tensor:
        """The logits of pre-norm if each stack passed on its last sum: (batch, seq_len, vocab)."""
        return _logits_without_last_norms(self)

    def with_norm(self, norm_first: bool) -> "Forward":
        return replace(self, norm_first=norm_first)

    def without_dropout(self) -> "Forward":
        return replace(self, dropout_seed=None)

    def reading(self, own: bool) -> "Forward":
        return replace(self, reads_own=own)


def _built(sizes: Sizes, norm_first: bool, seed: int) -> Transformer:
    """An untrained model, shared by all callers that ask for the same one."""
    return build_transformer(sizes.config(norm_first), seed)


_model = lru_cache(maxsize=MOST_MODELS)(_built)
_large_model = lru_cache(maxsize=1)(_built)


@lru_cache(maxsize=MOST_MODELS)
def _pair_training(forward: Forward) -> PairTraining:
    assert forward.training is not None
    return PairTraining(forward.untrained_model, forward.pair, forward.training.label_smoothing)


@lru_cache(maxsize=MOST_MODELS)
def _trained(forward: Forward) -> Transformer:
    assert forward.training is not None
    return forward.pair_training.model(forward.training.steps)


@lru_cache(maxsize=MOST_FORWARDS)
def _writing(forward: Forward) -> TokenByToken[int]:
    most = len(forward.target) + 1
    return TokenByToken(writing(forward.model, forward.pair.src_ids, START, END, most), most)


@lru_cache(maxsize=MOST_FORWARDS)
def _apart(forward: Forward) -> TokenByToken[Tensor]:
    sentences = forward.sentences
    count = int((sentences.targets != PAD).sum())
    tgt_ids = sentences.tgt_ids[:, :count]
    return TokenByToken(each_at_its_end(forward.model, sentences.src_ids, tgt_ids), count)


def _traced(
    forward: Forward, tracing: Callable[[Transformer], Tracing] = trace
) -> dict[str, Tensor]:
    sentences, model, seed = forward.sentences, forward.model, forward.dropout_seed
    dropping = nullcontext() if seed is None else seeded_dropout(seed)
    with torch.inference_mode(), tracing(model) as records, dropping:
        model(sentences.src_ids, sentences.tgt_ids)
    return records


@lru_cache(maxsize=MOST_FORWARDS)
def _logits_without_last_norms(forward: Forward) -> Tensor:
    return _traced(forward, traced_without_last_norms)["logits"]


_records = lru_cache(maxsize=MOST_FORWARDS)(_traced)
_large_records = lru_cache(maxsize=1)(_traced)


def _explained(forward: Forward, label_smoothing: float) -> Computation:
    sentences = forward.sentences
    return transformer_computation(
        forward.model,
        forward.records,
        sentences.src_ids,
        sentences.tgt_ids,
        sentences.targets,
        label_smoothing,
    )


_computation = lru_cache(maxsize=MOST_FORWARDS)(_explained)
_large_computation = lru_cache(maxsize=1)(_explained)
