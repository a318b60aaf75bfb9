import torch

from transformer_core import positional_encoding
from transformer_core.variants.sinusoidal_positions import PaperPositions, SinusoidalPositions


def test_its_columns_are_the_papers_in_another_order():
    ours, paper = SinusoidalPositions(6)(torch.arange(9)), positional_encoding(9, 6)
    assert torch.equal(ours, paper[:, [0, 2, 4, 1, 3, 5]])


def test_an_odd_width_has_one_sine_more():
    ours = SinusoidalPositions(5)(torch.arange(1))
    assert ours.tolist() == [[0, 0, 0, 1, 1]]


def test_positions_may_differ_between_sentences():
    ours = SinusoidalPositions(4)
    batch = ours(torch.tensor([[0, 1], [5, 6]]))
    assert torch.equal(batch[1], ours(torch.tensor([5, 6])))


def test_in_the_papers_order_they_are_the_papers_rows() -> None:
    made = PaperPositions(6)(torch.tensor([[0, 3], [2, 1]]))
    assert torch.equal(made, positional_encoding(4, 6)[torch.tensor([[0, 3], [2, 1]])])
