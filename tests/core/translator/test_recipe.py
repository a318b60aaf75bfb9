import dataclasses

import pytest
import torch

from transformer_core.translator import recipe
from transformer_core.translator.grammar.forms import english_forms, korean_forms
from transformer_core.translator.recipe import (
    TRAINING,
    training_run,
    translator_config,
    translator_vocabularies,
    untrained_translator,
)

SHORT = dataclasses.replace(TRAINING, steps=12, warmup_steps=6, batch_size=32)


@pytest.fixture(autouse=True, scope="module")
def one_thread():
    """So small a model is slower on several threads, much slower where they are all busy."""
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(before)


@pytest.fixture
def run(monkeypatch):
    monkeypatch.setattr(recipe, "VALIDATION_SENTENCES", 30)
    return lambda seed: list(training_run(seed, SHORT, sentences=400))


def test_the_model_is_small_enough_to_ship():
    model = untrained_translator(1)
    assert sum(parameter.numel() for parameter in model.parameters()) < 350_000
    assert model.config == translator_config()


def test_every_word_of_the_grammar_is_in_the_vocabularies():
    source, target = translator_vocabularies()
    assert source.tokens[4:] == tuple(english_forms())
    assert target.tokens[4:] == tuple(korean_forms())


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
