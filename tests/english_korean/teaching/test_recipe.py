import dataclasses
from itertools import islice

import pytest
import torch

from english_korean.language.forms import english_forms, korean_forms
from english_korean.language.syntax import MAX_WORDS
from english_korean.teaching import recipe
from english_korean.teaching.accuracy import TranslationAccuracy
from english_korean.teaching.pairs import part_of_pair, random_pairs
from english_korean.teaching.recipe import (
    MAX_LEN,
    TRAINING,
    TRAINING_WORDS,
    new_run,
    training_run,
    translator_config,
    translator_vocabularies,
    untrained_translator,
)
from english_korean.teaching.training import TeachingConfig
from transformer_lab.learning.training import TrainingStep

pytestmark = pytest.mark.usefixtures("one_thread")
SHORT = dataclasses.replace(TRAINING, steps=12, warmup_steps=6, batch_size=16)


@pytest.fixture
def run(monkeypatch, small_translator):
    monkeypatch.setattr(recipe, "VALIDATION_SENTENCES", 5)
    return lambda seed: list(training_run(new_run(seed), SHORT, sentences=250))


@pytest.fixture
def recorded(monkeypatch, small_translator):
    """What a run of three steps trains on and validates on, without either."""
    found = {"validated": [], "modes": []}

    def train(model, pairs, config, seed, state):
        found["trained"] = pairs
        for step in (1, 2, 3):
            model.train()
            with torch.no_grad():
                model.tgt_embedding.weight.fill_(step)
            yield TrainingStep(step, 1.0, 0.1, 1.0)

    def accuracy(model, pairs, source, target):
        found["validated"].append(pairs)
        found["modes"].append(model.training)
        return TranslationAccuracy(len(pairs), found["exact"].pop(0), 1, 1)

    monkeypatch.setattr(recipe, "train", train)
    monkeypatch.setattr(recipe, "translation_accuracy", accuracy)
    monkeypatch.setattr(recipe, "VALIDATED_EVERY", 1)
    monkeypatch.setattr(recipe, "VALIDATION_SENTENCES", 60)

    def run(exact=(0, 0, 0, 0), sentences=300):
        config = dataclasses.replace(TRAINING, steps=3, freed_at=1.0)
        found["exact"] = list(exact)
        found["progress"] = list(training_run(new_run(4), config, sentences))
        return found

    return run


@pytest.mark.thorough
def test_a_run_trains_on_training_sentences_and_validates_on_none_of_them(recorded):
    found = recorded()
    source, _ = translator_vocabularies()
    trained = {tuple(source.words(src)) for src, *_ in found["trained"]}
    assert len(found["trained"]) == 300
    assert trained == {p.english for p in islice(random_pairs(4, "training", TRAINING_WORDS), 300)}
    for pairs in found["validated"]:
        assert len({pair.english for pair in pairs}) == 60
        assert {part_of_pair(pair) for pair in pairs} == {"validation"}
        assert trained.isdisjoint(pair.english for pair in pairs)


def test_it_trains_on_sentences_that_are_longer_than_the_languages_longest():
    assert MAX_WORDS < TRAINING_WORDS < MAX_LEN


def test_it_validates_without_dropout_and_always_on_the_same_sentences(recorded):
    found = recorded()
    assert found["modes"] == [False] * 4
    assert found["validated"][0] == found["validated"][1] == found["validated"][2]


def test_the_last_weights_that_come_are_those_with_the_most_sentences_exact(recorded):
    progress = recorded(exact=(5, 9, 7, 8))["progress"]
    kept = [step.weights["tgt_embedding.weight"][0, 0] for step in progress if step.weights]
    assert kept == [1, 2], "a copy of each, which later steps do not change"


@pytest.mark.thorough
def test_at_the_end_the_average_of_the_last_weights_is_tried_and_kept_if_it_is_better(recorded):
    last = recorded(exact=(5, 9, 7, 10))["progress"][-1]
    assert last.is_average
    assert last.weights is not None
    assert last.weights["tgt_embedding.weight"][0, 0] == 2, "of 1, 2 and 3"


def test_the_model_is_small_enough_to_ship():
    model = untrained_translator(1)
    assert sum(parameter.numel() for parameter in model.parameters()) < 2_900_000, "in 8 bits"
    assert model.config == translator_config()


def test_it_is_trained_with_the_numbers_of_section_5():
    paper = TeachingConfig(betas=(0.9, 0.98), eps=1e-9, label_smoothing=0.1)
    ours = {"steps", "batch_size", "warmup_steps", "factor", "muon", "length_spread",
            "attention", "forgotten", "guided", "freed_at"}  # fmt: skip
    own = {name: getattr(TRAINING, name) for name in ours}
    assert dataclasses.replace(paper, **own) == TRAINING


@pytest.mark.thorough
def test_the_last_steps_are_freed_of_most_that_attention_costs(monkeypatch):
    taken = []

    def train(model, pairs, config, seed, state):
        for step in range(state.step + 1, config.steps + 1):
            state.step = step
            taken.append((step, config.attention.entropy, config.forgotten))
            yield TrainingStep(step, 1.0, 0.001, 1.0)

    monkeypatch.setattr(recipe, "train", train)
    monkeypatch.setattr(
        recipe, "translation_accuracy", lambda *_: TranslationAccuracy(600, 1, 1, 1)
    )
    config = dataclasses.replace(TRAINING, steps=10, freed_at=0.7)
    list(training_run(new_run(4), config, 5))
    before, after = (config.attention.entropy, config.forgotten), (0.3 * 0.03, 0.0)
    assert [each[0] for each in taken] == [*range(1, 11)]
    assert [each[1:] for each in taken] == [before] * 7 + [pytest.approx(after)] * 3


def test_every_word_of_the_grammar_is_in_the_vocabularies():
    source, target = translator_vocabularies()
    assert source.tokens[4:] == tuple(english_forms())
    assert target.tokens[4:] == tuple(korean_forms())


@pytest.mark.thorough
def test_a_short_run_lowers_the_loss_and_ends_with_weights_that_its_seed_decides(run):
    first, again = run(1), run(1)
    losses = [progress.training.loss for progress in first]
    assert sum(losses[-3:]) < 0.95 * sum(losses[:3])
    assert losses == [progress.training.loss for progress in again]
    assert first[-1].validation is not None
    assert first[-1].weights is not None
    for name, weights in first[-1].weights.items():
        assert torch.equal(weights, again[-1].weights[name])
    assert all(progress.weights is None for progress in first[:-1])
