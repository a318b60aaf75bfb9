import dataclasses
import math
import pickle
from itertools import islice

import pytest
import torch

from english_korean.teaching.training import TeachingConfig, missed
from tests.lab.learning.test_training import CONFIG, reversed_numbers
from tests.lab.learning.test_training import batches_of as batches_with
from transformer_core import TransformerConfig, build_transformer
from transformer_core.trace import trace
from transformer_lab.learning.training import TrainingState, train
from transformer_lab.measures.alignment import last_cross_attention

pytestmark = pytest.mark.usefixtures("one_thread")
TRAINING = TeachingConfig(steps=60, batch_size=16, warmup_steps=20, label_smoothing=0.0)


def trained(seed=1, **options):
    model = build_transformer(CONFIG, seed=1)
    steps = list(train(model, reversed_numbers(), dataclasses.replace(TRAINING, **options), seed))
    return model, steps


def _batches(sentences, **options):
    return batches_with(sentences, dataclasses.replace(TRAINING, **options))


@pytest.mark.parametrize("spread", [-1.0, math.inf])
def test_an_impossible_spread_is_refused(spread):
    with pytest.raises(ValueError, match=rf"length_spread must be .*, got {spread:g}"):
        TeachingConfig(length_spread=spread)
    with pytest.raises(ValueError, match=r"steps must be .*, got 0"):
        TeachingConfig(steps=0)


def test_products_in_bfloat16_learn_as_well_and_leave_the_weights_in_float32():
    model, steps = trained(bfloat16=True)
    exact, exactly = trained()
    assert {parameter.dtype for parameter in model.parameters()} == {torch.float32}
    assert not torch.equal(model.output.weight, exact.output.weight)
    assert steps[-1].loss == pytest.approx(exactly[-1].loss, abs=0.1)


def test_what_is_short_comes_in_many_batches_where_lengths_are_spread():
    """Copies of one short sentence: in one batch one learns of them once, in several oftener."""
    short, long = ([4], [2, 5, 3]), [([4, 6, 7], [2, 5, 6, 3])] * 112
    apart = _batches([short] * 16 + long)
    assert sorted(batch.count((4,)) for batch in apart) == [0] * 7 + [16]
    spread = _batches([short] * 16 + long, length_spread=4.0)
    assert sum((4,) in batch for batch in spread) >= 3
    assert sum(batch.count((4,)) for batch in spread) == 16
    assert sum(map(len, spread)) == 128


@pytest.mark.parametrize(
    "way", [{"muon": False}, {"muon": True}, {"muon": True, "length_spread": 3.0}]
)
def test_a_training_that_was_put_down_goes_on_as_if_nothing_had_been(way):
    whole, _ = trained(steps=9, **way)
    model, state = build_transformer(CONFIG, 1), TrainingState()
    options = dataclasses.replace(TRAINING, steps=9, **way)
    first = list(islice(train(model, reversed_numbers(), options, 1, state), 4))
    assert (first[-1].step, state.step) == (4, 4)
    kept = TrainingState(
        4,
        {name: moment.clone() for name, moment in state.first.items()},
        {name: moment.clone() for name, moment in state.second.items()},
    )
    again = build_transformer(CONFIG, 2)
    again.load_state_dict(model.state_dict())
    rest = list(train(again, reversed_numbers(), options, 1, kept))
    assert [step.step for step in rest] == [5, 6, 7, 8, 9]
    for name, weights in whole.state_dict().items():
        assert torch.equal(weights, again.state_dict()[name]), name


@pytest.mark.thorough
@pytest.mark.parametrize("spread", [0.0, 3.0])
@pytest.mark.parametrize("cut", [1, 3, 4, 5, 8])
def test_what_is_put_down_anywhere_in_a_pass_draws_nothing_again(cut, spread, monkeypatch):
    """Four batches are a pass: within one, at its end, at the next one's beginning."""
    options = {"steps": 9, "length_spread": spread}
    _, whole = trained(**options)
    model, state = build_transformer(CONFIG, 1), TrainingState()
    config = dataclasses.replace(TRAINING, **options)
    begun = list(islice(train(model, reversed_numbers(), config, 1, state), cut))
    drawn = []
    for name in ("randint", "randperm"):
        real = getattr(torch, name)
        monkeypatch.setattr(
            torch,
            name,
            lambda *a, real=real, name=name, **k: (drawn.append(name), real(*a, **k))[1],
        )
    pairs = reversed_numbers()
    drawn.clear()
    kept = pickle.loads(pickle.dumps(state))
    assert begun + list(train(model, pairs, config, 1, kept)) == whole
    assert drawn.count("randint") == 9 - cut, "one seed of dropout for each step that is left"
    passes = math.ceil(9 / 4) - (cut - 1) // 4
    assert drawn.count("randperm") == 2 * passes, "its own pass and those after it"


def test_muon_moves_the_matrices_by_orthogonal_steps_and_adam_the_rest():
    model, state = build_transformer(CONFIG, 1), TrainingState()
    before = {name: each.clone() for name, each in model.state_dict().items()}
    options = dataclasses.replace(TRAINING, muon=True)
    step = next(train(model, reversed_numbers(), options, 1, state))
    by_muon = set(state.first) - set(state.second)
    assert by_muon == {
        name for name, each in model.named_parameters()
        if each.dim() == 2 and "embedding" not in name
    }  # fmt: skip
    for name in by_muon:
        moved = model.get_parameter(name).detach() - before[name]
        # As long as Adam's, whose entries are near the rate; three Newton-Schulz steps come near 1
        # where the gradient is not all but flat
        scale = 0.2 * step.learning_rate * max(moved.shape) ** 0.5
        lengths = torch.linalg.svdvals(moved) / scale
        assert lengths.max() < 1.35, name
        assert lengths.median() > 0.35, name
        assert (lengths > 0.6).sum() >= len(lengths) / 4, name


ALIGNED = torch.tensor([[[True, False], [False, False], [False, True]]])


@pytest.mark.parametrize(
    ("weights", "nats"),
    [
        ([[1.0, 0.0], [0.5, 0.5], [0.0, 1.0]], 0.0),
        ([[0.5, 0.5], [0.0, 1.0], [0.5, 0.5]], math.log(2)),
        ([[0.25, 0.75], [1.0, 0.0], [0.0, 1.0]], math.log(4) / 2),
    ],
)
def test_what_is_not_looked_at_is_missed_in_nats(weights, nats):
    assert float(missed(torch.tensor([weights]), ALIGNED)) == pytest.approx(nats, abs=1e-6)


def test_where_nothing_is_aligned_nothing_is_missed():
    weights = torch.full((1, 3, 2), 0.5)
    assert float(missed(weights, torch.zeros(1, 3, 2, dtype=torch.bool))) == 0


def test_a_batch_says_which_words_each_predicted_token_translates():
    pairs = [([5, 6], [1, 7, 8, 3], [(0, 0), (2, 1)]), ([5], [1, 7, 3], [])]
    src_ids, tgt_ids, aligned = TeachingConfig(guided=0.1).tensors(pairs)
    assert (src_ids.shape, tgt_ids.shape) == ((2, 2), (2, 4))
    assert torch.equal(aligned[0], ALIGNED[0]) and not aligned[1].any()
    assert len(TeachingConfig().tensors(pairs)) == 2


def test_guidance_brings_the_last_cross_attention_to_the_aligned_words():
    config = TransformerConfig(9, 9, d_model=8, num_heads=2, num_layers=1, d_ff=16, dropout=0.0)
    pairs = [([5, 6, 7], [1, 7, 6, 5, 3], [(0, 2), (1, 1), (2, 0)])] * 4
    left = {}
    for guided in (0.0, 1.0):
        model = build_transformer(config, seed=1)
        teaching = TeachingConfig(steps=60, batch_size=4, warmup_steps=10, guided=guided)
        for _ in train(model, pairs, teaching, seed=1):
            pass
        src_ids, tgt_ids, aligned = TeachingConfig(guided=1.0).tensors(pairs)
        with torch.no_grad(), trace(model.eval()) as records:
            model(src_ids, tgt_ids[:, :-1])
        left[guided] = float(missed(last_cross_attention(records, config), aligned))
    assert left[1.0] < 0.1 < left[0.0]
