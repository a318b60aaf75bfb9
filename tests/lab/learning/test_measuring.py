"""What is measured of a model beside its records."""

import math

import pytest
import torch

from transformer_lab.learning import RunConfig, measuring, untrained_model
from transformer_lab.learning.measuring import frequency_loss, held_out_writing, measure
from transformer_lab.vocabulary import padded

CONFIG = RunConfig(d_model=8, d_ff=8)


def test_what_is_written_is_as_exact_as_what_is_measured():
    model = untrained_model(CONFIG)
    written = held_out_writing(model, CONFIG)
    assert written.exact == measure(model, CONFIG, "held_out").exact
    assert 0 <= written.reordered <= 1 - written.exact


@pytest.mark.parametrize(
    ("made_of", "exact", "reordered"),
    [
        (lambda ids: ids, 1.0, 0.0),
        (lambda ids: torch.cat([ids[:, :1], ids[:, 1:-1].flip(1), ids[:, -1:]], dim=1), 0.0, 1.0),
        (lambda ids: torch.cat([ids[:, :1], ids[:, 2:]], dim=1), 0.0, 0.0),
    ],
)
def test_right_tokens_in_another_order_are_no_others(monkeypatch, made_of, exact, reordered):
    right = padded([target for _, target in measuring.held_out_pairs(RunConfig("reverse"))])
    monkeypatch.setattr(measuring, "greedy_ids", lambda *_: made_of(right))
    written = held_out_writing(untrained_model(CONFIG), CONFIG)
    assert written.exact == pytest.approx(exact, abs=0.02)
    assert written.reordered == pytest.approx(reordered, abs=0.02)


def test_who_knows_only_frequencies_loses_their_entropy():
    assert frequency_loss(RunConfig("reverse")) == frequency_loss(RunConfig("copy")) < math.log(11)
