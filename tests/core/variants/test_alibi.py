import pytest
import torch

from transformer_core.variants.alibi import AlibiBias, slopes


def test_by_hand_slopes_of_8_heads_are_halved_from_head_to_head():
    assert slopes(8).tolist() == [2**-k for k in range(1, 9)]


def test_by_hand_slopes_of_another_number_of_heads():
    """Those of 4 heads, then the first and the third of 8."""
    assert slopes(6).tolist() == pytest.approx([2**-2, 2**-4, 2**-6, 2**-8, 2**-1, 2**-3])
    assert slopes(1).tolist() == [2**-8]


def test_scores_fall_with_the_distance():
    positions = torch.arange(3)
    bias = AlibiBias(2)(positions, positions)
    assert bias.shape == (2, 3, 3)
    assert (bias[0] * 16).tolist() == [[0, -1, -2], [-1, 0, -1], [-2, -1, 0]]
    assert torch.equal(bias[1], bias[0] / 16)
    assert AlibiBias(2)(positions[None], positions[None]).shape == (1, 2, 3, 3)
