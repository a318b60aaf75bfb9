import math

import pytest
import torch

from transformer_core.positional_encoding import turning_speeds
from transformer_core.variants.rotary_positions import RotaryPositions
from transformer_core.variants.rotary_scaling import (
    DynamicScaling,
    LinearScaling,
    Llama3Scaling,
    YarnScaling,
)

WIDTH, BASE = 16, 10_000.0
PAPER = turning_speeds(WIDTH, BASE)
TRAINED = 64
ROUNDS = TRAINED * PAPER / (2 * math.pi)
"""How often each pair turns round in the trained positions: 10.2 times the first one."""


def test_linear_squeezes_positions_into_the_trained_length():
    assert torch.equal(LinearScaling(4.0).speeds(WIDTH, BASE, 999), PAPER / 4)


def test_dynamic_changes_nothing_within_the_trained_length():
    dynamic = DynamicScaling(2.0, TRAINED)
    for longest in (1, TRAINED):
        torch.testing.assert_close(dynamic.speeds(WIDTH, BASE, longest), PAPER)


def test_beyond_it_the_fastest_pair_is_kept_and_the_slowest_turns_no_further_than_before():
    """Of a sequence twice as long, with the factor 1, the slowest pair is half as fast."""
    speeds = DynamicScaling(1.0, TRAINED).speeds(WIDTH, BASE, 2 * TRAINED)
    assert speeds[0] == 1.0
    assert speeds[-1] == pytest.approx(PAPER[-1] / 2)
    with pytest.raises(ValueError, match="at least 4, got 2"):
        DynamicScaling(1.0, TRAINED).speeds(2, BASE, 10)


def test_llama_3_keeps_fast_pairs_and_slows_slow_ones():
    speeds = Llama3Scaling(8.0, 1.0, 4.0, TRAINED).speeds(WIDTH, BASE, 10)
    fast, slow = ROUNDS > 4, ROUNDS < 1
    assert fast.any() and slow.any() and not (fast | slow).all()
    assert torch.equal(speeds[fast], PAPER[fast])
    assert torch.equal(speeds[slow], PAPER[slow] / 8)
    between = speeds[~fast & ~slow] / PAPER[~fast & ~slow]
    assert ((between > 1 / 8) & (between < 1)).all()


def test_yarn_keeps_fast_pairs_and_slows_slow_ones():
    speeds = YarnScaling(8.0, TRAINED, fast=4.0, slow=0.1, rounded=False).speeds(WIDTH, BASE, 10)
    share = speeds / PAPER
    assert torch.allclose(share[ROUNDS > 4], torch.ones(1).double())
    assert torch.allclose(share[ROUNDS < 0.1], torch.full((1,), 1 / 8).double())
    assert (share.diff() <= 0).all()


def test_an_amplitude_makes_turned_numbers_longer_and_no_others():
    x = torch.ones(1, 1, 1, 6)
    rotary = RotaryPositions(4, scaling=YarnScaling(2.0, TRAINED, amplitude=1.5))
    queries, _ = rotary(x, x, torch.tensor([0]))
    assert queries.flatten().tolist() == [1.5] * 4 + [1.0] * 2
