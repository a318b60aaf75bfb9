import pytest
import torch

from transformer_core import look_ahead_mask
from transformer_core.variants.prefix_mask import prefix_mask


def test_by_hand_all_see_the_prefix():
    assert prefix_mask(3, 2).int().tolist() == [[0, 0, 1], [0, 0, 1], [0, 0, 0]]


def test_without_a_prefix_it_hides_the_future_and_with_all_of_it_nothing():
    assert torch.equal(prefix_mask(4, 0), look_ahead_mask(4))
    assert not prefix_mask(4, 4).any()


@pytest.mark.parametrize("prefix", [-1, 4])
def test_a_prefix_is_a_part(prefix):
    with pytest.raises(ValueError, match=f"from 0 to seq_len=3, got {prefix}"):
        prefix_mask(3, prefix)
