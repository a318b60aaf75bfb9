import math
from functools import partial

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from transformer_core import encoding_at, position_shift, positional_encoding
from transformer_lab.examples import index_encoding, normalized_index_encoding, random_embedding
from transformer_lab.measures import encoding_properties


def sinusoids(d_model):
    return partial(positional_encoding, d_model=d_model)


def verdicts(properties):
    return (
        properties.unique,
        properties.length_independent,
        properties.distance_depends_on_offset_only,
        properties.shift_is_linear,
    )


def test_sinusoids_have_all_four_properties():
    properties = encoding_properties(sinusoids(128), 50, offset=5, shift=position_shift(5, 128))
    assert verdicts(properties) == (True, True, True, True)
    assert properties.length_difference == 0
    assert properties.largest_value == 1


def test_index_encoding_is_no_linear_map_and_grows():
    properties = encoding_properties(partial(index_encoding, d_model=4), 50, offset=5)
    assert verdicts(properties) == (True, True, True, False)
    assert properties.largest_value == 49
    assert properties.smallest_distance == 2  # sqrt(4 columns * 1^2)


def test_index_encoding_misses_the_offset_at_position_0():
    # Zeros times any matrix stay zeros, where the position wanted is 5
    properties = encoding_properties(partial(index_encoding, d_model=4), 50, offset=5)
    assert properties.shift_error == pytest.approx(5)
    assert properties.shift_offset == 5


def test_normalized_index_encoding_depends_on_the_length():
    properties = encoding_properties(partial(normalized_index_encoding, d_model=4), 5, offset=1)
    assert verdicts(properties) == (True, False, True, False)
    assert properties.length_difference == pytest.approx(1 - 4 / 9)


def test_a_constant_encoding_does_not_tell_positions_apart():
    properties = encoding_properties(lambda seq_len: torch.ones(seq_len, 3), 6, offset=2)
    assert not properties.unique
    assert properties.smallest_distance == 0
    assert properties.length_independent


def test_squared_positions_are_not_equally_distant():
    squares = encoding_properties(lambda n: torch.arange(n).float().square()[:, None], 4, offset=1)
    # 0, 1, 4, 9, ...: the distances are 1, 3, 5, ...
    assert squares.distance_spread > 4
    assert not squares.distance_depends_on_offset_only


def test_a_wrong_shift_is_seen():
    properties = encoding_properties(sinusoids(8), 20, offset=5, shift=position_shift(4, 8))
    assert not properties.shift_is_linear


def test_least_squares_finds_the_shift_that_exists():
    properties = encoding_properties(sinusoids(8), 60, offset=5)
    assert properties.shift_error < 1e-6


def test_three_columns_leave_a_sine_that_no_linear_map_can_shift():
    properties = encoding_properties(sinusoids(3), 50, offset=5)
    assert not properties.shift_is_linear


def test_the_closest_pair_is_named():
    codes = torch.tensor([[0.0, 0.0], [5.0, 0.0], [9.0, 0.0], [5.0, 1.0], [0.0, 3.0]])
    properties = encoding_properties(lambda n: codes.repeat(100, 1)[:n], 5)
    assert properties.closest_pair == (1, 3)
    assert properties.smallest_distance == 1


@pytest.mark.parametrize("d_model", [2, 200])
def test_a_small_distance_far_from_zero_is_measured_exactly(d_model):
    codes = 100_000 + 10 * random_embedding(600, d_model, seed=1)
    codes[599] = codes[7]
    codes[599, 0] += 0.125
    properties = encoding_properties(lambda n: codes.repeat(14, 1)[:n], 600)
    assert properties.closest_pair is not None
    p, q = properties.closest_pair
    assert properties.smallest_distance == (codes[p].double() - codes[q].double()).norm().item()
    assert properties.smallest_distance <= 0.126


@given(seq_len=st.integers(2, 300), d_model=st.sampled_from([1, 2, 7, 129]))
def test_the_smallest_distance_is_that_of_all_pairs(seq_len, d_model):
    encoding = positional_encoding(seq_len, d_model).double()
    expected = torch.nn.functional.pdist(encoding).min().item()
    properties = encoding_properties(sinusoids(d_model), seq_len)
    assert properties.smallest_distance == pytest.approx(expected, rel=1e-6, abs=1e-7)
    p, q = properties.closest_pair
    assert p < q < seq_len


def test_one_position_has_no_pair_and_nothing_to_contradict():
    properties = encoding_properties(sinusoids(4), 1, offset=5, shift=position_shift(5, 4))
    assert properties.smallest_distance == math.inf
    assert not properties.closest_everywhere
    assert properties.closest_pair is None
    assert verdicts(properties) == (True, True, True, True)


@pytest.mark.parametrize("seq_len", [2, 3, 5])
def test_a_short_sentence_is_tested_on_far_positions_too(seq_len):
    properties = encoding_properties(sinusoids(4), seq_len, offset=5, shift=position_shift(5, 4))
    assert properties.distance_depends_on_offset_only
    assert properties.shift_is_linear


@pytest.mark.thorough
def test_the_largest_size_is_measured_exactly():
    properties = encoding_properties(sinusoids(1024), 2048, shift=position_shift(5, 1024))
    assert verdicts(properties) == (True, True, True, True)
    # sum over the 512 pairs of 2 - 2 cos(1 / base^(2i / d_model))
    speeds = 10_000.0 ** -(torch.arange(512).double() / 512)
    neighbours = (2 - 2 * speeds.cos()).sum().sqrt().item()
    assert properties.smallest_distance == pytest.approx(neighbours, abs=1e-6)


def test_unfit_arguments_are_refused_with_the_numbers():
    with pytest.raises(ValueError, match="offset must be at least 1, got 0"):
        encoding_properties(sinusoids(4), 10, offset=0)
    with pytest.raises(
        ValueError, match=r"encode\(10\) must have shape \(10, d_model\), got \(3, 4\)"
    ):
        encoding_properties(lambda n: torch.zeros(3, 4), 10)
    with pytest.raises(ValueError, match=r"shift must have shape \(4, 4\), got \(2, 2\)"):
        encoding_properties(sinusoids(4), 10, shift=position_shift(5, 2))


def waves_at(d_model, base=10_000.0):
    return lambda positions: encoding_at(positions, d_model, base)


@pytest.mark.parametrize("base", [1.01, 100.0, 10_000.0, 1e8])
@pytest.mark.parametrize("seq_len", [2, 20, 50])
@pytest.mark.parametrize("d_model", [1, 3, 7, 31, 127])
def test_with_an_odd_width_no_shift_is_found_to_be_linear(d_model, seq_len, base):
    # The last sine has no cosine to turn with, though on a few positions a matrix always fits.
    properties = encoding_properties(
        partial(positional_encoding, d_model=d_model, base=base),
        seq_len,
        codes_at=waves_at(d_model, base),
        horizon=max(10_000, math.ceil(2 * math.pi * base)),
    )
    assert not properties.shift_is_linear


@pytest.mark.parametrize("seq_len", [1, 4, 50])
@pytest.mark.parametrize("d_model", [2, 6, 128])
def test_with_an_even_width_the_turning_matrix_shifts_far_positions_too(d_model, seq_len):
    shift = position_shift(5, d_model)
    properties = encoding_properties(
        sinusoids(d_model), seq_len, shift=shift, codes_at=waves_at(d_model)
    )
    assert properties.shift_is_linear
    assert properties.horizon == 100_000


def test_a_matrix_that_fits_near_positions_only_is_found_out():
    # Straight at first, bent beyond the sentence: 0, 1, 2, ... 50, then standing still
    def bent(positions):
        straight = positions.clamp(max=50).double()
        return torch.stack([straight, torch.ones_like(straight)], dim=1)

    properties = encoding_properties(lambda n: bent(torch.arange(n)).float(), 20, codes_at=bent)
    assert not properties.shift_is_linear


def test_an_affine_code_shifts_by_a_linear_map():
    # (p, 1) @ [[1, 0], [k, 1]] == (p + k, 1)
    def affine(positions):
        return torch.stack([positions, torch.ones_like(positions)], dim=1).double()

    properties = encoding_properties(lambda n: affine(torch.arange(n)).float(), 20, codes_at=affine)
    assert properties.shift_error < 1e-6 * properties.horizon


def test_neighbours_that_are_all_equally_near_are_not_one_closest_pair():
    assert encoding_properties(sinusoids(128), 50).closest_everywhere
    squares = encoding_properties(lambda n: torch.arange(n).float().square()[:, None], 4)
    assert squares.closest_pair == (0, 1)
    assert not squares.closest_everywhere


@pytest.mark.parametrize("seq_len", [1, 2, 6, 50])
@pytest.mark.parametrize("d_model", [1, 3, 7, 127])
def test_with_an_odd_width_equal_steps_have_no_equal_distances(d_model, seq_len):
    properties = encoding_properties(sinusoids(d_model), seq_len, codes_at=waves_at(d_model))
    assert not properties.distance_depends_on_offset_only


def test_one_position_is_not_enough_to_be_the_same_at_every_length():
    properties = encoding_properties(partial(normalized_index_encoding, d_model=4), 1)
    assert not properties.length_independent
    assert properties.compared_length == 2


def test_a_fit_is_measured_on_positions_that_it_has_not_seen():
    properties = encoding_properties(sinusoids(257), 50, codes_at=waves_at(257))
    assert 0 < properties.fitted <= 256
    given = encoding_properties(sinusoids(4), 50, shift=position_shift(5, 4))
    assert given.fitted == 0
