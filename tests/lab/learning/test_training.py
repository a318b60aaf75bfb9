import dataclasses
import math
import pickle
from itertools import islice

import pytest
import torch

from transformer_core import (
    Transformer,
    TransformerConfig,
    build_transformer,
    generator,
    learning_rate,
)
from transformer_lab.learning.training import (
    TrainingConfig,
    TrainingState,
    decaying_learning_rate,
    train,
)

pytestmark = pytest.mark.usefixtures("one_thread")
CONFIG = TransformerConfig(9, 9, 16, 2, num_layers=1, d_ff=32, dropout=0.1, max_len=12)
TRAINING = TrainingConfig(steps=60, batch_size=16, warmup_steps=20, label_smoothing=0.0)


def reversed_numbers(count=64):
    """Sentences whose translation is the sentence backwards."""
    draw = generator(0)
    lengths = torch.randint(2, 5, (count,), generator=draw).tolist()
    sources = [torch.randint(4, 9, (length,), generator=draw).tolist() for length in lengths]
    return [(source, [2, *reversed(source), 3]) for source in sources]


def trained(seed=1, **options):
    model = build_transformer(CONFIG, seed=1)
    steps = list(train(model, reversed_numbers(), dataclasses.replace(TRAINING, **options), seed))
    return model, steps


def test_training_lowers_the_loss():
    _, steps = trained()
    first = sum(step.loss for step in steps[:5]) / 5
    last = sum(step.loss for step in steps[-5:]) / 5
    assert last < 0.7 * first


def test_the_seed_decides_every_weight():
    (first, one), (second, two), (other, _) = trained(1), trained(1), trained(2)
    assert one == two
    for mine, same in zip(first.parameters(), second.parameters(), strict=True):
        assert torch.equal(mine, same)
    assert not torch.equal(first.output.weight, other.output.weight)


def test_torchs_own_generator_is_not_touched():
    before = torch.get_rng_state()
    trained(steps=2)
    assert torch.equal(torch.get_rng_state(), before)


def test_each_step_is_reported():
    _, steps = trained(steps=4)
    assert [step.step for step in steps] == [1, 2, 3, 4]
    assert all(step.gradient_norm > 0 for step in steps)
    rates = [step.learning_rate for step in steps]
    config = dataclasses.replace(TRAINING, steps=4)
    assert rates == [decaying_learning_rate(step, 16, config) for step in (1, 2, 3, 4)]


def test_the_rate_follows_the_paper_and_falls_to_nothing():
    config = TrainingConfig(steps=1000, warmup_steps=100)
    paper = learning_rate(500, 64, 100).item()
    assert decaying_learning_rate(500, 64, config) == pytest.approx(paper / 2)
    assert decaying_learning_rate(1000, 64, config) == 0


def test_the_model_may_be_used_between_steps():
    model = build_transformer(CONFIG, seed=1)
    plain, _ = trained(steps=6)
    for _ in train(model, reversed_numbers(), dataclasses.replace(TRAINING, steps=6), seed=1):
        with torch.inference_mode():
            model.eval()(torch.tensor([[4, 5]]), torch.tensor([[2, 5]]))
    for mine, same in zip(model.parameters(), plain.parameters(), strict=True):
        assert torch.equal(mine, same)


def test_a_model_is_trained_on_the_device_that_it_is_on():
    """The meta device runs everything up to the optimizer, which has no step without numbers."""
    with torch.device("meta"):
        model = Transformer(CONFIG)
    with pytest.raises(RuntimeError, match=r"`fused=True` requires .* and meta"):
        next(train(model, reversed_numbers(), TRAINING, seed=1))
    assert all(parameter.grad.is_meta for parameter in model.parameters())


@pytest.mark.parametrize(
    ("numbers", "message"),
    [({"steps": 0}, "steps must be .*, got 0"),
     ({"batch_size": 0}, "batch_size must be .*, got 0"),
     ({"factor": 0}, "factor must be .*, got 0"),
     ({"label_smoothing": 1.0}, "label_smoothing must be .*, got 1.0"),
     ({"largest_norm": -1.0}, "largest_norm must be .*, got -1"),
     ({"label_smoothing": math.nan}, "label_smoothing must be .*, got nan"),
     ({"betas": (0.9, 1.0)}, "each of betas must be .*, got 1.0"),
     ({"eps": 0.0}, "eps must be .*, got 0.0"), ({"eps": math.inf}, "eps must be .*, got inf")],
)  # fmt: skip
def test_impossible_numbers_are_refused(numbers, message):
    with pytest.raises(ValueError, match=message):
        TrainingConfig(**numbers)


def batches_of(sentences, config):
    """The sentences of each batch of one time through the data, without their padding."""
    model = build_transformer(CONFIG, seed=1)
    seen = []
    model.src_embedding.register_forward_pre_hook(lambda _, ids: seen.append(ids[0].tolist()))
    training = dataclasses.replace(config, steps=len(sentences) // 16)
    list(train(model, sentences, training, seed=1))
    return [[tuple(filter(None, ids)) for ids in batch] for batch in seen]


def test_sentences_of_about_one_length_come_together():
    sentences = [([4] * length, [2, *[5] * length, 3]) for length in range(1, 9) for _ in range(16)]
    assert [len({*batch}) for batch in batches_of(sentences, TRAINING)] == [1] * 8


def test_the_state_holds_adams_moments_by_the_parameters_names():
    model, state = build_transformer(CONFIG, 1), TrainingState()
    next(train(model, reversed_numbers(), TRAINING, 1, state))
    names = dict(model.named_parameters())
    assert set(state.first) == set(state.second) == set(names)
    beta_1, beta_2 = TRAINING.betas
    for name, first in state.first.items():
        gradient = first / (1 - beta_1)
        torch.testing.assert_close(state.second[name], (1 - beta_2) * gradient**2)


@pytest.mark.parametrize(
    ("pairs", "message"),
    [
        ([], "the number of pairs must be at least 1, got 0"),
        ([([4], [2, 3]), ([], [2, 3])], r"pairs\[1\] must have .* got 0 and 2"),
        ([([4], [])], r"pairs\[0\] must have .* got 1 and 0"),
        ([([4], [2])], r"pairs\[0\] must have .* got 1 and 1"),
    ],
)
def test_a_training_with_nothing_to_learn_is_refused_at_once(pairs, message):
    with pytest.raises(ValueError, match=message):
        train(build_transformer(CONFIG, 1), pairs, TRAINING, seed=0)


@pytest.mark.parametrize(
    ("pair", "message"),
    [
        (([4], [2, 9]), "targets contains 9, which is not in the vocabulary of 9 tokens"),
        (([9], [2, 3]), "src_ids contains 9"),
        (([4.5], [2, 3]), r"must be whole numbers, got torch\.float32"),
        (([4] * 13, [2, 3]), "seq_len must be at most max_len=12, got 13"),
    ],
)
def test_a_sentence_that_cannot_be_learned_is_refused_at_its_step(pair, message):
    with pytest.raises(ValueError, match=message):
        next(train(build_transformer(CONFIG, 1), [pair], TRAINING, seed=0))


def test_a_seed_and_a_state_out_of_range_are_refused_before_the_first_step():
    model, pairs = build_transformer(CONFIG, 1), reversed_numbers()
    with pytest.raises(ValueError, match="seed must be a whole number"):
        train(model, pairs, TRAINING, seed=-1)
    with pytest.raises(ValueError, match="state must be at most at step 60, got step 61"):
        train(model, pairs, TRAINING, 1, TrainingState(step=61))


@pytest.mark.parametrize("rate", [-1.0, math.nan, math.inf])
def test_a_learning_rate_that_cannot_be_is_refused(rate):
    steps = train(
        build_transformer(CONFIG, 1), reversed_numbers(), TRAINING, 1, None, lambda _: rate
    )
    with pytest.raises(ValueError, match=f"the learning rate of step 1 must be .*, got {rate}"):
        next(steps)


def test_a_training_that_was_put_down_goes_on_as_if_nothing_had_been():
    whole, _ = trained(steps=9)
    model, state = build_transformer(CONFIG, 1), TrainingState()
    options = dataclasses.replace(TRAINING, steps=9)
    first = list(islice(train(model, reversed_numbers(), options, 1, state), 4))
    assert (first[-1].step, state.step) == (4, 4)
    kept = pickle.loads(pickle.dumps(state))
    again = build_transformer(CONFIG, 2)
    again.load_state_dict(model.state_dict())
    list(train(again, reversed_numbers(), options, 1, kept))
    for name, weights in whole.state_dict().items():
        assert torch.equal(weights, again.state_dict()[name]), name
