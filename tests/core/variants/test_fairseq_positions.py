import math

import pytest
import torch

from transformer_core.variants.fairseq_positions import FairseqPositions


def test_the_fastest_wave_turns_by_a_radian_and_the_slowest_by_one_over_the_base():
    row = FairseqPositions(6, base=100.0)(torch.tensor([3]))[0].tolist()
    angles = [3.0, 3.0 / 10, 3.0 / 100]
    assert row == pytest.approx([*map(math.sin, angles), *map(math.cos, angles)])


def test_a_token_without_a_position_has_zeros():
    rows = FairseqPositions(4, offset=2)(torch.tensor([[0, -1, 1]]))[0]
    assert not rows[1].any()
    torch.testing.assert_close(rows[0, :1], torch.tensor([math.sin(2)]))


@pytest.mark.parametrize("d_model", [2, 7])
def test_waves_need_pairs_of_columns(d_model):
    with pytest.raises(ValueError, match=f"got {d_model}"):
        FairseqPositions(d_model)
