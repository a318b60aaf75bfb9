"""What label smoothing asks for: where the loss is least, for every share and vocabulary."""

import math

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from transformer_core import masked_cross_entropy
from transformer_lab.measures import least_loss, smoothed_target

VOCABULARIES = st.integers(2, 300)
SHARES = st.floats(0.01, 1.0)


def loss_of(shares, token, smoothing):
    """The project's loss of one position that predicts these shares."""
    logits, targets = shares.log().unsqueeze(0), torch.tensor([token])
    return float(masked_cross_entropy(logits, targets, pad_id=-100, label_smoothing=smoothing))


def test_the_target_by_hand():
    assert smoothed_target(1, 4, 0.1).tolist() == pytest.approx([0.025, 0.925, 0.025, 0.025])
    assert smoothed_target(0, 3, 0.0).tolist() == [1, 0, 0]
    assert smoothed_target(2, 5, 1.0).tolist() == pytest.approx([0.2] * 5)


def test_the_least_loss_by_hand():
    assert least_loss(2, 0.0) == 0
    assert least_loss(2, 1.0) == pytest.approx(math.log(2))
    assert least_loss(4, 0.1) == pytest.approx(-0.925 * math.log(0.925) - 0.075 * math.log(0.025))


@given(VOCABULARIES, SHARES, st.data())
def test_the_loss_of_the_project_is_least_at_the_smoothed_target(vocab_size, smoothing, data):
    token = data.draw(st.integers(0, vocab_size - 1))
    target = smoothed_target(token, vocab_size, smoothing)
    assert float(target.sum()) == pytest.approx(1)
    assert float(target[token]) == pytest.approx(1 - smoothing + smoothing / vocab_size)
    least = least_loss(vocab_size, smoothing)
    assert loss_of(target, token, smoothing) == pytest.approx(least, abs=1e-9)
    seed = data.draw(st.integers(0, 1000))
    noise = torch.randn(vocab_size, generator=torch.Generator().manual_seed(seed)).double()
    assert loss_of((target.log() + noise).softmax(0), token, smoothing) > least


@given(VOCABULARIES, SHARES)
def test_a_surer_prediction_costs_more(vocab_size, smoothing):
    target = smoothed_target(0, vocab_size, smoothing)
    surer = 0.5 * target
    surer[0] += 0.5
    loss = loss_of(surer, 0, smoothing)
    assert loss > least_loss(vocab_size, smoothing)


def test_without_smoothing_no_prediction_is_too_sure():
    losses = [loss_of(torch.tensor([right, 1 - right]).double(), 0, 0.0)
              for right in (0.5, 0.9, 0.99, 0.999999)]  # fmt: skip
    assert losses == sorted(losses, reverse=True)
    assert least_loss(2, 0.0) < losses[-1] < 1e-5
