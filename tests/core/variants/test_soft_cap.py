import pytest
import torch

from transformer_core.variants.soft_cap import soft_cap


def test_small_numbers_stay_and_large_ones_approach_the_cap():
    capped = soft_cap(torch.tensor([0.0, 0.1, 50.0, -1000.0]), 50.0)
    torch.testing.assert_close(capped, torch.tensor([0.0, 0.1, 38.0797, -50.0]))


def test_order_is_kept():
    scores = torch.linspace(-60, 60, 100)
    assert (soft_cap(scores, 20.0).diff() > 0).all()


def test_a_cap_is_positive():
    with pytest.raises(ValueError, match="cap"):
        soft_cap(torch.ones(1), 0.0)
