import torch
from hypothesis import given
from hypothesis import strategies as st
from torch import Tensor

from transformer_core.explain.computation import Computation
from ui.picture.model_map import cells as cells_module
from ui.picture.model_map.cells import cells_part, strongest


def _numbers(*shape: int, seed: int = 0) -> Tensor:
    return torch.randn(shape, generator=torch.Generator().manual_seed(seed))


def test_the_strongest_keep_their_sign():
    values = torch.tensor([[1.0, -3.0, 2.0, 0.0], [0.0, 0.0, -1.0, 4.0]])
    assert strongest(values, 2).tolist() == [[-3.0, 2.0], [0.0, 4.0]]


def test_the_last_group_may_be_smaller():
    assert strongest(torch.tensor([1.0, -3.0, 2.0, -5.0, 4.0]), 3).tolist() == [-3.0, -5.0]
    assert strongest(torch.tensor([-1.0]), 4).tolist() == [-1.0]


def test_what_a_mask_hides_is_the_strongest():
    assert strongest(torch.tensor([0.0, -torch.inf, 7.0, 1.0]), 2).tolist() == [-torch.inf, 7.0]


@given(st.integers(1, 40), st.integers(1, 9), st.integers(0, 99))
def test_each_of_the_strongest_is_of_its_group_and_as_large_as_its_largest(size, count, seed):
    values = _numbers(3, size, seed=seed)
    groups = values.split(count, dim=-1)
    for made, group in zip(strongest(values, count).unbind(-1), groups, strict=True):
        assert torch.equal(made.abs(), group.abs().amax(-1))
        assert (group == made.unsqueeze(-1)).any(-1).all()


def test_one_by_one_the_strongest_are_the_numbers_themselves():
    values = _numbers(2, 5)
    assert torch.equal(strongest(values, 1), values)


def test_the_strongest_of_the_strongest_of_some_are_the_strongest_of_all():
    values = _numbers(3, 64)
    assert torch.equal(strongest(strongest(values, 4), 4), strongest(values, 16))


def _part(values: Tensor):
    return cells_part(Computation({"x": values}, {}, origins={}), "x")


def test_a_tensor_is_sent_whole_while_it_is_not_too_large():
    values = _numbers(6, 10)
    part = _part(values)
    assert part.pool == 1
    assert torch.equal(part.values, values)


def test_of_a_larger_one_the_strongest_of_each_square_are_sent(monkeypatch):
    monkeypatch.setattr(cells_module, "MOST_NUMBERS", 20)
    values = _numbers(6, 11)
    part = _part(values)
    assert part.pool == 2
    assert part.values.shape == (3, 6)
    assert part.values.numel() <= 20
    padded = torch.nn.functional.pad(values, (0, 1))
    squares = padded.unflatten(0, (3, 2)).unflatten(2, (6, 2)).transpose(1, 2).flatten(2)
    assert torch.equal(part.values.abs(), squares.abs().amax(-1))


def test_of_what_is_no_tensor_of_the_computation_nothing_is_sent():
    assert cells_part(Computation({}, {}, origins={}), "x") is None
