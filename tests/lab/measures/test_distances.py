"""Distances, by hand."""

import pytest
import torch

from transformer_lab.measures.distances import relative_distance, total_variation


def test_a_distance_is_a_share_of_the_other_length():
    assert relative_distance(
        torch.tensor([[3.0, 0.0]]), torch.tensor([[3.0, 4.0]])
    ) == pytest.approx(0.8)
    assert relative_distance(torch.tensor([1.0, 2.0]), torch.tensor([1.0, 2.0])) == 0


def test_half_of_the_differences_is_what_has_moved():
    one, other = torch.tensor([0.5, 0.5, 0.0]), torch.tensor([0.25, 0.25, 0.5])
    assert total_variation(one, other) == pytest.approx(0.5)
    assert total_variation(one, one) == 0
