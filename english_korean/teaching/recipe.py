"""The translator's sizes, vocabularies, data and training: everything that makes it again."""

import copy
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import islice
from typing import NamedTuple

from torch import Tensor

from english_korean.language.forms import english_forms, korean_forms
from english_korean.language.pairs import Pair
from english_korean.teaching.accuracy import (
    TranslationAccuracy,
    token_ids,
    translation_accuracy,
)
from english_korean.teaching.attention_costs import AttentionCosts
from english_korean.teaching.features import word_features
from english_korean.teaching.pairs import random_pairs
from english_korean.teaching.shared_embedding import plain_weights, with_shared_embedding
from english_korean.teaching.training import TeachingConfig
from transformer_core.config import TransformerConfig
from transformer_core.transformer import Transformer, build_transformer
from transformer_lab.learning.averaging import averaged
from transformer_lab.learning.training import TokenPair, TrainingState, TrainingStep, train
from transformer_lab.vocabulary import Vocabulary

MAX_LEN = 128
TRAINING = TeachingConfig(
    steps=15_500,
    batch_size=96,
    warmup_steps=800,
    factor=1.5,
    muon=True,
    length_spread=4.0,
    attention=AttentionCosts(entropy=0.03, overlap=0.1, itself=0.08),
    forgotten=0.15,
    guided=0.05,
    freed_at=0.6,
)
TRAINING_SENTENCES = 640_000
TRAINING_WORDS = 18
"""The longest sentence trained on. Longer than the language's longest, so that those are not rare
and have no position that is new."""

MINUTES = 38
"""Minutes of processor time on one thread that the whole training takes, about, where the processor
has products in bfloat16; half as much again where it has none."""

VALIDATION_SENTENCES = 600
VALIDATED_EVERY = 1000
AVERAGED = 5
"""The number of last validated weights that are averaged at the end, as in section 6.1."""


class Vocabularies(NamedTuple):
    """English and Korean."""

    source: Vocabulary
    target: Vocabulary


@cache
def translator_vocabularies() -> Vocabularies:
    """Every word that the grammar can write."""
    return Vocabularies(Vocabulary.of_words(english_forms()), Vocabulary.of_words(korean_forms()))


def translator_config() -> TransformerConfig:
    """2 layers of 4 heads at d_model 160, the output tied to the decoder's embedding."""
    source, target = translator_vocabularies()
    return TransformerConfig(
        len(source),
        len(target),
        d_model=160,
        num_heads=4,
        num_layers=2,
        d_ff=800,
        dropout=0.0,
        max_len=MAX_LEN,
        tied_output=True,
    )


def untrained_translator(seed: int) -> Transformer:
    """The translator as it was before its training with this seed."""
    return build_transformer(translator_config(), seed)


@dataclass(frozen=True)
class Progress:
    """One step of training, and what validation said if there was one after it."""

    training: TrainingStep
    validation: TranslationAccuracy | None = None
    weights: dict[str, Tensor] | None = None
    """A copy of the weights when no earlier ones had more validation sentences exact, as those of
    a model with plain embeddings."""
    is_average: bool = False
    """True when the weights are the average of the last AVERAGED (section 6.1)."""


@dataclass
class Run:
    """A training run that can be saved and resumed."""

    seed: int
    model: Transformer
    state: TrainingState = field(default_factory=TrainingState)
    most: int = -1
    """Validation sentences exact with the best weights so far."""
    best: dict[str, Tensor] = field(default_factory=dict)
    recent: list[dict[str, Tensor]] = field(default_factory=list)
    """The weights at the last validations, the latest last."""


def model_to_train(seed: int) -> Transformer:
    """The untrained translator, its English words sharing feature vectors."""
    words = translator_vocabularies().source.tokens
    return with_shared_embedding(untrained_translator(seed), word_features(words))


def new_run(seed: int) -> Run:
    """A run from its start; `seed` sets the sentences, the first weights, the order and the
    dropout."""
    return Run(seed, model_to_train(seed))


def training_run(
    run: Run, config: TeachingConfig = TRAINING, sentences: int = TRAINING_SENTENCES
) -> Iterator[Progress]:
    """Train, from the current step of the run; the last `weights` that come are the ones to keep.

    Validation is on sentences that are neither trained on nor tested.
    """
    source, target = translator_vocabularies()
    pairs = [
        (*token_ids(pair, source, target), content_alignment(pair))
        for pair in islice(random_pairs(run.seed, "training", TRAINING_WORDS), sentences)
    ]
    validating = random_pairs(run.seed, "validation", TRAINING_WORDS)
    validation = list(islice(validating, VALIDATION_SENTENCES))
    for step in _steps(run, pairs, config):
        is_last = step.step == config.steps
        if step.step % VALIDATED_EVERY and not is_last:
            yield Progress(step)
            continue
        run.recent = [*run.recent, copy.deepcopy(run.model.state_dict())][-AVERAGED:]
        yield _validated(run, step, validation)
        if is_last and len(run.recent) > 1:
            run.model.load_state_dict(averaged(run.recent))
            yield replace(_validated(run, step, validation), is_average=True)


def content_alignment(pair: Pair) -> list[tuple[int, int]]:
    """The place of each content morpheme beside that of each word that it translates."""
    return [
        (place, word)
        for place, (morpheme, words) in enumerate(zip(pair.morphemes, pair.alignment, strict=True))
        if morpheme.is_content
        for word in sorted(words)
    ]


def _steps(run: Run, pairs: Sequence[TokenPair], config: TeachingConfig) -> Iterator[TrainingStep]:
    """The steps with a price on attention, then those that are freed of most of it."""
    if run.state.step < config.last_priced:
        for step in train(run.model, pairs, config, run.seed, run.state):
            yield step
            if step.step == config.last_priced:
                break
    if config.last_priced < config.steps and run.state.step < config.steps:
        yield from train(run.model, pairs, config.freed(), run.seed, run.state)


def _validated(run: Run, step: TrainingStep, pairs: list[Pair]) -> Progress:
    accuracy = translation_accuracy(run.model.eval(), pairs, *translator_vocabularies())
    if accuracy.exact < run.most:
        return Progress(step, accuracy)
    run.most, run.best = accuracy.exact, plain_weights(run.model)
    return Progress(step, accuracy, run.best)
