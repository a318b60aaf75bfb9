"""The trainings of a model without one part, and the file that keeps them."""

from dataclasses import replace

import pytest
import torch

from transformer_core.trace import trace
from transformer_lab.learning.ablated import FILE, ablated, stored_model
from transformer_lab.learning.ablations import (
    CONFIGS,
    EVERY,
    SEEDS,
    VARIANTS,
    WHOLE,
    ablated_model,
    train_ablated,
)
from transformer_lab.learning.measuring import MEASURED, measure, pairs_of
from transformer_lab.learning.models import untrained_model

names = pytest.mark.parametrize("name", CONFIGS)


@pytest.fixture(autouse=True)
def one_thread():
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(before)


def traced(name):
    model = ablated_model(name, CONFIGS[name])
    source, target = (torch.tensor([ids]) for ids in WHOLE.the_task.ids(WHOLE.the_task.example))
    with trace(model) as records:
        model(source, target[:, :-1])
    return records


@pytest.mark.sampled
@names
def test_the_first_steps_trained_again_are_those_of_the_file(name):
    again = [record for record, _ in train_ablated(name, 1, until=EVERY)]
    for new, old in zip(again, ablated(name, 1).records, strict=False):
        assert new.step == old.step
        assert new.loss == pytest.approx(old.loss, rel=1e-3)
        assert new.exact == pytest.approx(old.exact, abs=1 / 32)


@names
def test_every_seed_is_trained_to_the_end(name):
    for seed in SEEDS:
        records = ablated(name, seed).records
        assert [one.step for one in records] == list(range(0, WHOLE.steps + 1, EVERY))


@pytest.mark.parametrize("seed", SEEDS)
@names
def test_a_stored_model_does_what_was_measured_after_its_last_step(name, seed):
    """In half precision, which may decide a close call otherwise."""
    last = ablated(name, seed).last
    now = measure(stored_model(name, seed), CONFIGS[name], "held_out")
    assert now.loss == pytest.approx(last.loss, rel=0.02, abs=2e-4)
    assert now.exact == pytest.approx(last.exact, abs=1 / MEASURED)


@pytest.mark.parametrize("seed", SEEDS)
def test_no_model_was_trained_on_the_example_that_is_shown(seed):
    task = WHOLE.the_task
    source, target = task.ids(task.example)
    pairs = pairs_of(replace(WHOLE, seed=seed))
    assert len(pairs) > 10_000
    assert (source, target) not in [tuple(map(list, pair)) for pair in pairs]


def test_the_file_is_small():
    assert FILE.stat().st_size < 2_800_000


@pytest.mark.parametrize("name", VARIANTS)
def test_a_variant_starts_with_the_whole_s_weights(name):
    whole = untrained_model(WHOLE).state_dict()
    own = ablated_model(name, CONFIGS[name]).state_dict()
    assert own.keys() == {key for key in whole if name != "norm" or ".norm_" not in key}
    assert all(torch.equal(own[key], whole[key]) for key in own)


def test_without_residuals_a_sublayer_replaces_its_input():
    records = traced("residuals")
    made = records["encoder.layers.0.self_attention.projected"]
    assert torch.equal(records["encoder.layers.0.residual_1"], made)


def test_without_norm_the_sum_goes_on_as_it_is():
    records = traced("norm")
    first = "encoder.layers.0"
    assert torch.equal(records[f"{first}.normed_1"], records[f"{first}.residual_1"])


def test_concatenated_positions_leave_the_word_its_half():
    records = traced("concatenated")
    half = WHOLE.d_model // 2
    encoded, scaled = records["src_encoded"], records["src_scaled"]
    assert torch.equal(encoded[..., :half], scaled[..., :half])
    same = [place for place, digit in enumerate(WHOLE.the_task.example.source) if digit == "1"]
    assert not torch.equal(encoded[0, same[0], half:], encoded[0, same[1], half:])


def test_an_unknown_part_is_refused():
    with pytest.raises(KeyError):
        ablated_model("attention", WHOLE)
    with pytest.raises(KeyError):
        stored_model("whole", 99)
