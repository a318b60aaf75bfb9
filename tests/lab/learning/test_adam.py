import math

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from transformer_lab.learning import RunConfig, RunState, adam_step, explained, learn
from transformer_lab.learning.slices import state_at

NUMBER = st.floats(-5, 5, allow_nan=False, width=32)
CONFIG = RunConfig(d_model=8, d_ff=8, batch_size=8, steps=9, warmup_steps=4)


@given(gradients=st.lists(NUMBER, min_size=1, max_size=6), weight=NUMBER,
       rate=st.floats(1e-5, 0.5))  # fmt: skip
def test_the_update_is_torchs(gradients, weight, rate):
    parameter = torch.nn.Parameter(torch.tensor([weight], dtype=torch.float64))
    theirs = torch.optim.Adam([parameter], lr=rate, betas=(0.9, 0.98), eps=1e-9)
    ours, first, second = weight, 0.0, 0.0
    for step, gradient in enumerate(gradients, start=1):
        parameter.grad = torch.tensor([gradient], dtype=torch.float64)
        theirs.step()
        adam = explained(gradient, ours, first, second, step, rate)
        ours, first, second = adam.new_weight, adam.first, adam.second
        assert ours == pytest.approx(parameter.item(), rel=1e-9, abs=1e-9)
        assert adam.weight + adam.update == adam.new_weight


def test_the_first_update_is_as_long_as_the_rate():
    adam = explained(0.25, 1.0, 0.0, 0.0, 1, 0.01)
    assert adam.first == pytest.approx(0.025)
    assert adam.second == pytest.approx(0.00125)
    assert (adam.first_corrected, adam.second_corrected) == pytest.approx((0.25, 0.0625))
    assert adam.update == pytest.approx(-0.01)


def test_a_step_of_a_run_is_explained_with_the_numbers_that_it_had():
    before, after = state_at(CONFIG, None, 5), state_at(CONFIG, None, 6)
    for name, index in (("output.weight", (5, 3)), ("decoder.layers.0.norm_1.bias", (2,))):
        adam = adam_step(CONFIG, state_at(CONFIG, None, 2), 6, name, index)
        assert adam.weight == before.weights[name][index].item()
        assert adam.first_before == before.training.first[name][index].item()
        assert math.isclose(adam.new_weight, after.weights[name][index].item(), rel_tol=1e-5)
        assert math.isclose(
            adam.second, after.training.second[name][index].item(), rel_tol=1e-4, abs_tol=1e-12
        )


def test_the_very_first_step_begins_with_moments_of_0():
    adam = adam_step(CONFIG, RunState(), 1, "output.bias", (4,))
    assert (adam.first_before, adam.second_before, adam.weight) == (0, 0, 0)


@pytest.mark.parametrize(
    ("step", "name", "index", "error"),
    [(0, "output.bias", (0,), ValueError), (10, "output.bias", (0,), ValueError),
     (1, "no.weight", (0,), LookupError), (1, "output.bias", (99,), LookupError),
     (1, "output.bias", (0, 0), LookupError), (1, "output.bias", (-1,), LookupError)],
)  # fmt: skip
def test_what_there_is_not_is_refused(step, name, index, error):
    with pytest.raises(error):
        adam_step(CONFIG, RunState(), step, name, index)


def test_with_weight_decay_it_is_torchs_adamw():
    parameter = torch.nn.Parameter(torch.tensor([0.25]))
    theirs = torch.optim.AdamW([parameter], lr=0.01, betas=(0.9, 0.98), eps=1e-9, weight_decay=0.1)
    parameter.grad = torch.tensor([-0.02])
    theirs.step()
    ours = explained(-0.02, 0.25, 0.0, 0.0, step=1, rate=0.01, weight_decay=0.1)
    assert ours.new_weight == pytest.approx(parameter.item(), rel=1e-6)
    assert ours.decay == pytest.approx(0.01 * 0.1 * 0.25)
    assert explained(-0.02, 0.25, 0.0, 0.0, step=1, rate=0.01).decay == 0


def test_a_step_of_a_run_with_weight_decay_is_explained():
    config = RunConfig(d_model=8, d_ff=8, batch_size=8, steps=3, warmup_steps=2, weight_decay=0.5)
    state = RunState()
    for _ in learn(config, state, until=2):
        pass
    step = adam_step(config, state, 3, "output.weight", (5, 3))
    for _ in learn(config, state):
        pass
    assert step.decay != 0
    assert step.new_weight == pytest.approx(state.weights["output.weight"][5, 3].item(), rel=1e-5)
