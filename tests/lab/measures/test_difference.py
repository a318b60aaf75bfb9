import pytest
import torch

from transformer_core import generator
from transformer_lab.measures.difference import difference, largest_difference


def test_a_difference_is_now_less_before():
    now, before = torch.tensor([[1.0, 2.0]]), torch.tensor([[4.0, 2.0]])
    assert difference(now, before).tolist() == [[-3.0, 0.0]]


def test_what_is_hidden_twice_has_not_changed():
    hidden, seen = torch.tensor([-torch.inf]), torch.tensor([2.0])
    assert difference(hidden, hidden).tolist() == [0.0]
    assert difference(hidden, seen).tolist() == [-torch.inf]


def test_other_shapes_have_no_difference():
    with pytest.raises(ValueError, match=r"\(2, 3\) and \(3, 2\)"):
        difference(torch.zeros(2, 3), torch.zeros(3, 2))


def test_the_largest_difference_says_where_it_is():
    first, second = torch.zeros(2, 3), torch.zeros(2, 3)
    second[1, 2] = -0.5
    first[0, 0] = 0.25
    assert largest_difference(first, second) == (1, 2, 0.0, -0.5)


def test_of_other_sizes_what_both_have_is_compared():
    first, second = torch.zeros(2, 3), torch.ones(4, 1)
    second[3, 0] = 9.0
    assert largest_difference(first, second) == (0, 0, 0.0, 1.0)


def test_rounding_is_no_change():
    before = torch.tensor([[1.0, 0.0, 0.25]])
    now = torch.tensor([[1.0, 1.4e-18, 0.25 + 3e-8]])
    assert difference(now, before, size=1.0).tolist() == [[0.0, 0.0, 0.0]]
    assert largest_difference(now, before, size=1.0)[2:] == (1.0, 1.0)


def test_the_same_sum_in_another_order_is_no_change():
    x = torch.randn(4000, generator=generator(1))
    assert x.sum() != x.flip(0).cumsum(0)[-1]
    assert float(difference(x.sum()[None], x.flip(0).cumsum(0)[-1:])) == 0


def test_a_small_change_that_is_none_of_rounding_is_kept():
    now, before = torch.tensor([1.0, 1e-4]), torch.tensor([1.0, 0.0])
    torch.testing.assert_close(difference(now, before), torch.tensor([0.0, 1e-4]))


@pytest.mark.parametrize("place", [(0, 0), (0, 2), (2, 0)])
def test_a_large_number_elsewhere_hides_no_change(place):
    before = torch.full((3, 3), 10.0)
    before[place] = 1e6
    now = before.clone()
    now[1, 1] += 0.75
    delta = difference(now, before)
    assert delta[1, 1] == 0.75
    assert int((delta != 0).sum()) == 1


def test_rounding_beside_numbers_of_a_size_is_no_change():
    Q, K = torch.randn(2, 6, 64, generator=generator(2))
    one, other = Q @ K.T, (Q.flip(1) @ K.flip(1).T)
    assert not difference(one, other).any()
