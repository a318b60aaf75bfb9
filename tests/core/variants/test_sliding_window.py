import pytest
import torch

from transformer_core import look_ahead_mask
from transformer_core.variants.sliding_window import sliding_window


def test_by_hand_each_query_sees_two_keys():
    positions = torch.arange(4)
    hidden = sliding_window(positions, positions, 2) | look_ahead_mask(4)
    assert (~hidden).int().tolist() == [[1, 0, 0, 0], [1, 1, 0, 0], [0, 1, 1, 0], [0, 0, 1, 1]]


def test_a_window_as_long_as_the_sequence_hides_nothing():
    assert not sliding_window(torch.arange(5), torch.arange(5), 5).any()


def test_positions_are_what_counts():
    """One query, at position 4, after five keys."""
    assert sliding_window(torch.tensor([4]), torch.arange(5), 3).tolist() == [
        [True, True, False, False, False]
    ]
    batch = torch.tensor([[0, 1], [0, 0]])
    assert sliding_window(batch, batch, 1).shape == (2, 1, 2, 2)


def test_a_window_has_a_size():
    with pytest.raises(ValueError, match="size must be at least 1"):
        sliding_window(torch.arange(2), torch.arange(2), 0)
