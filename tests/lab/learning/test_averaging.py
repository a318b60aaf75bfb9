import dataclasses

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from transformer_core import TransformerConfig, build_transformer, generator
from transformer_lab.learning.averaging import averaged

CONFIG = TransformerConfig(6, 6, 8, 2, num_layers=1, d_ff=16, max_len=8)
STATES = [build_transformer(CONFIG, seed).state_dict() for seed in range(5)]

seeds = st.integers(0, 1000)


def random_state(seed, dtype=torch.float32):
    draw = generator(seed)
    shapes = {"weight": (3, 4), "bias": (4,)}
    return {name: torch.randn(shape, generator=draw).to(dtype) for name, shape in shapes.items()}


def test_the_average_of_two_states_by_hand():
    first, second = {"bias": torch.tensor([1.0, -2.0])}, {"bias": torch.tensor([4.0, 2.0])}
    assert averaged([first, second])["bias"].tolist() == [2.5, 0.0]


@given(seed=seeds, count=st.integers(1, 9), dtype=st.sampled_from([torch.float32, torch.float16]))
def test_the_average_of_equal_states_is_the_state(seed, count, dtype):
    state = random_state(seed, dtype)
    found = averaged([state] * count)
    assert found.keys() == state.keys()
    for name, tensor in state.items():
        assert torch.equal(found[name], tensor)
        assert found[name].dtype == dtype


@given(seed=seeds, a=st.floats(-3, 3), b=st.floats(-3, 3))
def test_the_average_is_linear(seed, a, b):
    left = [random_state(seed + i, torch.float64) for i in range(3)]
    right = [random_state(seed + i, torch.float64) for i in range(3, 6)]
    mixed = [
        {name: a * x[name] + b * y[name] for name in x} for x, y in zip(left, right, strict=True)
    ]
    x, y, found = averaged(left), averaged(right), averaged(mixed)
    for name in found:
        torch.testing.assert_close(found[name], a * x[name] + b * y[name])


def test_the_order_of_the_states_does_not_matter():
    forwards, backwards = averaged(STATES), averaged(STATES[::-1])
    assert all(torch.equal(forwards[name], backwards[name]) for name in forwards)


def test_the_mean_is_taken_in_float64():
    # In float16 the sum would be infinite, in float32 the 1 would be lost
    largest = torch.tensor([65504.0], dtype=torch.float16)
    assert averaged([{"w": largest}] * 5)["w"].item() == 65504.0
    values = [2.0**24, 1.0, -(2.0**24), 0.0]
    assert averaged([{"w": torch.tensor([value])} for value in values])["w"].item() == 0.25


def test_a_model_takes_the_average_of_its_checkpoints():
    model = build_transformer(CONFIG, seed=9)
    model.load_state_dict(averaged(STATES))
    for name, parameter in model.named_parameters():
        mean = sum(state[name] for state in STATES) / len(STATES)
        torch.testing.assert_close(parameter.data, mean)
        assert parameter.requires_grad
    model(torch.tensor([[1, 2]]), torch.tensor([[1, 3]])).sum().backward()


def test_tied_weights_stay_tied():
    config = dataclasses.replace(CONFIG, shared_embeddings=True)
    found = averaged([build_transformer(config, seed).state_dict() for seed in range(5)])
    assert torch.equal(found["src_embedding.weight"], found["tgt_embedding.weight"])
    model = build_transformer(config, seed=9)
    model.load_state_dict(found)
    assert model.tgt_embedding.weight is model.src_embedding.weight
    assert torch.equal(model.output.weight, found["src_embedding.weight"])


def test_the_states_are_left_as_they_were():
    state, other = random_state(1), random_state(2)
    found = averaged([state])
    found["bias"].zero_()
    averaged([state, other])["bias"].zero_()
    assert torch.equal(state["bias"], random_state(1)["bias"])


def test_gradients_are_left_behind():
    weight = torch.ones(2, requires_grad=True)
    assert not averaged([{"weight": weight}, {"weight": weight}])["weight"].requires_grad


@pytest.mark.parametrize(
    ("other", "message"),
    [
        ({"weight": torch.ones(2)}, r"state 1 does not have bias"),
        (
            {"weight": torch.ones(2), "bias": torch.ones(1), "scale": torch.ones(1)},
            r"state 1 has scale, which state 0 does not have",
        ),
        (
            {"weight": torch.ones(3), "bias": torch.ones(1)},
            r"weight has shape \(3,\) in state 1, but \(2,\) in state 0",
        ),
        (
            {"weight": torch.ones(2), "bias": torch.ones(1).half()},
            r"bias is torch\.float16 in state 1, but torch\.float32 in state 0",
        ),
    ],
)
def test_states_that_do_not_fit_together_are_refused(other, message):
    with pytest.raises(ValueError, match=message):
        averaged([{"weight": torch.ones(2), "bias": torch.ones(1)}, other])


def test_no_state_has_no_average():
    with pytest.raises(ValueError, match="states must be at least 1, got 0"):
        averaged([])


def test_whole_numbers_have_no_average_of_their_dtype():
    with pytest.raises(ValueError, match=r"count must be floating-point numbers, got torch\.int64"):
        averaged([{"count": torch.tensor([1])}])
