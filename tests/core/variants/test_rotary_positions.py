import math

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from transformer_core import generator
from transformer_core.variants.rotary_positions import RotaryPositions, columns_of, pair_of, turned

LAYOUTS = ["interleaved", "halves"]
Q = torch.randn(2, 3, 5, 8, generator=generator(1))
K = torch.randn(2, 1, 5, 8, generator=generator(2))


def test_by_hand_a_quarter_turn_takes_the_first_axis_to_the_second():
    quarter = torch.full((1, 1), math.pi / 2)
    vector = turned(torch.tensor([[1.0, 0.0]]), quarter)
    torch.testing.assert_close(vector, torch.tensor([[0.0, 1.0]]), rtol=0, atol=1e-6)


def test_by_hand_the_pairs_of_each_layout():
    """Two pairs, the first one turned by half a turn."""
    angles, x = torch.tensor([[math.pi, 0.0]]), torch.tensor([[1.0, 2.0, 3.0, 4.0]])
    pairs = {"interleaved": [[-1, -2, 3, 4]], "halves": [[-1, 2, -3, 4]]}
    for layout, expected in pairs.items():
        wanted = torch.tensor(expected).float()
        torch.testing.assert_close(turned(x, angles, layout), wanted, rtol=0, atol=1e-6)


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("pairs", [1, 2, 8])
def test_every_column_is_in_the_pair_that_has_it(layout, pairs):
    for column in range(2 * pairs):
        assert column in columns_of(pair_of(column, pairs, layout), pairs, layout)
    of_each = [columns_of(pair, pairs, layout) for pair in range(pairs)]
    assert sorted(column for pair in of_each for column in pair) == list(range(2 * pairs))


@pytest.mark.parametrize("layout", LAYOUTS)
@given(shift=st.integers(0, 1000))
def test_scores_depend_on_the_distance_alone(layout, shift):
    rotary, positions = RotaryPositions(8, layout=layout), torch.arange(5)
    queries, keys = rotary(Q, K, positions)
    later_queries, later_keys = rotary(Q, K, positions + shift)
    scores, later = queries @ keys.mT, later_queries @ later_keys.mT
    torch.testing.assert_close(scores, later, rtol=0, atol=2e-5)


@pytest.mark.parametrize("layout", LAYOUTS)
def test_position_0_is_not_turned_and_no_length_changes(layout):
    queries, keys = RotaryPositions(8, layout=layout)(Q, K, torch.arange(5))
    assert torch.equal(queries[:, :, 0], Q[:, :, 0])
    assert not torch.allclose(queries[:, :, 1], Q[:, :, 1])
    torch.testing.assert_close(queries.norm(dim=-1), Q.norm(dim=-1))
    torch.testing.assert_close(keys.norm(dim=-1), K.norm(dim=-1))


def test_the_speeds_are_those_of_the_papers_encoding():
    assert RotaryPositions(8).speeds(5).tolist() == pytest.approx([1, 0.1, 0.01, 0.001])


def test_what_is_beyond_the_width_is_not_turned():
    queries, _ = RotaryPositions(4)(Q, K, torch.arange(5))
    assert torch.equal(queries[..., 4:], Q[..., 4:])
    assert not torch.equal(queries[..., :4], Q[..., :4])


def test_positions_may_differ_between_sentences():
    rotary = RotaryPositions(8)
    queries, _ = rotary(Q, K, torch.tensor([[0, 1, 2, 3, 4], [0, 1, 0, 1, 2]]))
    alone, _ = rotary(Q[1:], K[1:], torch.tensor([0, 1, 0, 1, 2]))
    assert torch.equal(queries[1], alone[0])


def test_an_odd_width_has_no_pairs():
    with pytest.raises(ValueError, match="width must be even, got 3"):
        RotaryPositions(3)
