"""The translator's sizes, vocabularies, data and training: everything that makes it again."""

import copy
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import islice
from typing import NamedTuple

from torch import Tensor

from transformer_core.config import TransformerConfig
from transformer_core.training import TrainingConfig, TrainingStep, train
from transformer_core.transformer import Transformer, build_transformer
from transformer_core.translator.accuracy import (
    TranslationAccuracy,
    token_ids,
    translation_accuracy,
)
from transformer_core.translator.grammar.forms import english_forms, korean_forms
from transformer_core.translator.grammar.pairs import Pair, random_pairs
from transformer_core.vocabulary import Vocabulary

MAX_LEN = 128
TRAINING = TrainingConfig(steps=4500)
TRAINING_SENTENCES = 80_000
TRAINING_WORDS = 24
"""The longest sentence trained on. Longer than the language's longest, so that those are not rare
and have no position that is new."""

VALIDATION_SENTENCES = 600
VALIDATED_EVERY = 500


class Vocabularies(NamedTuple):
    """English and Korean."""

    source: Vocabulary
    target: Vocabulary


@cache
def translator_vocabularies() -> Vocabularies:
    """Every word that the grammar can write."""
    return Vocabularies(Vocabulary.of_words(english_forms()), Vocabulary.of_words(korean_forms()))


def translator_config() -> TransformerConfig:
    """2 layers of 4 heads at d_model 64, the output tied to the decoder's embedding."""
    source, target = translator_vocabularies()
    return TransformerConfig(
        len(source),
        len(target),
        d_model=64,
        num_heads=4,
        num_layers=2,
        d_ff=256,
        dropout=0.1,
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
    """A copy of the weights when no earlier ones had more validation sentences exact."""


def training_run(
    seed: int, config: TrainingConfig = TRAINING, sentences: int = TRAINING_SENTENCES
) -> Iterator[Progress]:
    """Train from nothing; the last `weights` that come are the ones to keep.

    `seed` decides the sentences, the first weights, the order and the dropout. Validation is on
    sentences that are neither trained on nor tested.
    """
    source, target = translator_vocabularies()
    pairs = [
        token_ids(pair, source, target)
        for pair in islice(random_pairs(seed, "training", TRAINING_WORDS), sentences)
    ]
    validating = random_pairs(seed, "validation", TRAINING_WORDS)
    validation = list(islice(validating, VALIDATION_SENTENCES))
    model = untrained_translator(seed)
    most = -1
    for step in train(model, pairs, config, seed):
        if step.step % VALIDATED_EVERY and step.step != config.steps:
            yield Progress(step)
            continue
        accuracy = _validated(model, validation)
        is_best = accuracy.exact >= most
        most = max(most, accuracy.exact)
        weights = copy.deepcopy(model.state_dict()) if is_best else None
        yield Progress(step, accuracy, weights)


def _validated(model: Transformer, pairs: list[Pair]) -> TranslationAccuracy:
    return translation_accuracy(model.eval(), pairs, *translator_vocabularies())
