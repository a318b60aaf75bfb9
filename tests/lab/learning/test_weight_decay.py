"""Decay in the gradient and decay apart from it, against torch and by hand."""

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from transformer_lab.learning.weight_decay import decayed_step, decayed_steps

NUMBER = st.floats(-5, 5, allow_nan=False, width=32)
ADAM = {"betas": (0.9, 0.98), "eps": 1e-9}


@given(
    gradients=st.lists(NUMBER, min_size=1, max_size=6),
    weight=NUMBER,
    rate=st.floats(1e-5, 0.5),
    decay=st.floats(0, 1),
)
def test_every_step_is_torchs(gradients, weight, rate, decay):
    for rule, theirs in (
        ("adam", lambda one: torch.optim.Adam([one], rate, **ADAM)),
        ("l2", lambda one: torch.optim.Adam([one], rate, weight_decay=decay, **ADAM)),
        ("adamw", lambda one: torch.optim.AdamW([one], rate, weight_decay=decay, **ADAM)),
    ):
        parameter = torch.nn.Parameter(torch.tensor([weight], dtype=torch.float64))
        optimizer = theirs(parameter)
        for gradient, ours in zip(
            gradients, decayed_steps(gradients, weight, rate, decay, rule), strict=True
        ):
            parameter.grad = torch.tensor([gradient], dtype=torch.float64)
            optimizer.step()
            assert ours.new_weight == pytest.approx(parameter.item(), rel=1e-8, abs=1e-8)


def test_one_step_by_hand():
    # The first step of Adam is as long as the rate, whatever the gradient: 0.5 - 0.01.
    # The decay of AdamW is 0.01 * 0.1 * 0.5 = 0.0005 more.
    one = decayed_step(3.0, 0.5, 0, 0, 1, 0.01, 0.1, "adamw")
    assert one.adam.update == pytest.approx(-0.01)
    assert one.shrinkage == pytest.approx(-0.0005)
    assert one.new_weight == pytest.approx(0.4895)
    in_gradient = decayed_step(3.0, 0.5, 0, 0, 1, 0.01, 0.1, "l2")
    assert in_gradient.adam.gradient == pytest.approx(3.05)
    assert in_gradient.new_weight == pytest.approx(0.49)


@given(gradients=st.lists(NUMBER.filter(lambda one: abs(one) > 0.01), min_size=1, max_size=30))
def test_apart_from_the_gradient_the_decay_takes_the_same_share_whatever_the_gradients_size(
    gradients,
):
    """Not in the gradient: there Adam divides the decay by the gradients' size too."""
    large = [100 * one for one in gradients]
    few, many = (decayed_steps(one, 0.5, 0.01, 0.1, "adamw")[-1] for one in (gradients, large))
    assert few.new_weight == pytest.approx(many.new_weight, abs=1e-6)


def test_without_decay_all_rules_are_adam():
    gradients = [0.3, -0.2, 0.1]
    adam, l2, adamw = (
        decayed_steps(gradients, 0.5, 0.01, 0.0, rule) for rule in ("adam", "l2", "adamw")
    )
    assert [one.new_weight for one in adam] == [one.new_weight for one in l2]
    assert [one.new_weight for one in adam] == [one.new_weight for one in adamw]
