import math

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from torch import nn

from transformer_core import PositionalEncoding, encoding_at, position_shift, positional_encoding
from transformer_lab.examples import index_encoding, normalized_index_encoding
from transformer_lab.measures import wave_at, wavelengths

TEN_POSITIONS = torch.tensor(
    [
        [0.0000, 1.0000, 0.0000, 1.0000, 0.0000, 1.0000],
        [0.8415, 0.5403, 0.0464, 0.9989, 0.0022, 1.0000],
        [0.9093, -0.4161, 0.0927, 0.9957, 0.0043, 1.0000],
        [0.1411, -0.9900, 0.1388, 0.9903, 0.0065, 1.0000],
        [-0.7568, -0.6536, 0.1846, 0.9828, 0.0086, 1.0000],
        [-0.9589, 0.2837, 0.2300, 0.9732, 0.0108, 0.9999],
        [-0.2794, 0.9602, 0.2749, 0.9615, 0.0129, 0.9999],
        [0.6570, 0.7539, 0.3192, 0.9477, 0.0151, 0.9999],
        [0.9894, -0.1455, 0.3629, 0.9318, 0.0172, 0.9999],
        [0.4121, -0.9111, 0.4057, 0.9140, 0.0194, 0.9998],
    ]
)

sizes = st.integers(1, 40)
bases = st.floats(1.0, 1e6)


def test_ten_positions_of_six_columns_are_as_in_the_worked_example():
    torch.testing.assert_close(positional_encoding(10, 6), TEN_POSITIONS, atol=5e-5, rtol=0)


def test_fifty_positions_of_128_columns():
    encoding = positional_encoding(50, 128)
    assert encoding.shape == (50, 128)
    assert encoding.dtype == torch.float32
    assert encoding[49, 0].item() == pytest.approx(math.sin(49), abs=1e-7)
    assert encoding[49, 127].item() == pytest.approx(math.cos(49 / 10_000 ** (126 / 128)), abs=1e-7)


def test_position_0_is_all_sin_0_and_cos_0():
    assert positional_encoding(1, 5).tolist() == [[0, 1, 0, 1, 0]]


def test_one_column_is_the_sine_of_the_position():
    expected = [[math.sin(position)] for position in range(4)]
    torch.testing.assert_close(positional_encoding(4, 1), torch.tensor(expected))


def test_columns_turn_at_different_speeds():
    # An encoding that turns every column alike shows sin(pos) and cos(pos) three times
    encoding = positional_encoding(10, 6)
    assert not torch.allclose(encoding[:, 0:2], encoding[:, 2:4])
    assert not torch.allclose(encoding[:, 2:4], encoding[:, 4:6])


def test_odd_width_is_the_even_formula_without_the_last_cosine():
    encoding = positional_encoding(3, 3)
    last = [math.sin(position / 10_000 ** (2 / 3)) for position in range(3)]
    torch.testing.assert_close(encoding[:, 2], torch.tensor(last))


def test_far_positions_are_exact_to_float32():
    encoding = positional_encoding(200_001, 3)
    assert encoding[200_000, 0].item() == pytest.approx(math.sin(200_000), abs=6e-8)
    assert encoding[200_000, 1].item() == pytest.approx(math.cos(200_000), abs=6e-8)


def test_base_one_turns_every_column_at_the_first_speed():
    encoding = positional_encoding(4, 4, base=1.0)
    assert torch.equal(encoding[:, :2], encoding[:, 2:])


@given(seq_len=sizes, d_model=sizes, base=bases)
def test_values_stay_between_minus_one_and_one(seq_len, d_model, base):
    encoding = positional_encoding(seq_len, d_model, base)
    assert encoding.shape == (seq_len, d_model)
    assert encoding.abs().max() <= 1


@given(seq_len=sizes, d_model=st.integers(1, 20).map(lambda pairs: 2 * pairs), base=bases)
def test_squares_of_a_position_sum_to_half_the_width(seq_len, d_model, base):
    squares = positional_encoding(seq_len, d_model, base).square().sum(dim=1)
    torch.testing.assert_close(squares, torch.full((seq_len,), d_model / 2))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((0, 4), "seq_len must be at least 1, got 0"),
        ((4, 0), "d_model must be at least 1, got 0"),
        ((4.0, 4), "seq_len must be a whole number, got 4.0"),
        ((True, 4), "seq_len must be a whole number, got True"),
        ((4, 4, 0.0), "base must be a finite number greater than 0, got 0.0"),
        ((4, 4, -2.0), "base must be .*, got -2.0"),
        ((4, 4, math.inf), "base must be .*, got inf"),
        ((4, 4, math.nan), "base must be .*, got nan"),
        ((2000, 1000, 1e-308), "base=1e-308 is too small: the angle of position 1999 overflows"),
    ],
)
def test_impossible_encodings_are_refused_with_the_numbers(arguments, message):
    with pytest.raises(ValueError, match=message):
        positional_encoding(*arguments)


def test_shift_of_two_columns_is_one_rotation():
    cos, sin = math.cos(3), math.sin(3)
    torch.testing.assert_close(position_shift(3, 2), torch.tensor([[cos, -sin], [sin, cos]]))


def test_shift_by_nothing_is_the_identity():
    assert torch.equal(position_shift(0, 8), torch.eye(8))


@given(pairs=st.integers(1, 20), offset=st.integers(0, 50), position=st.integers(0, 50), base=bases)
def test_shift_moves_every_position_by_the_offset(pairs, offset, position, base):
    encoding = positional_encoding(position + offset + 1, 2 * pairs, base)
    shift = position_shift(offset, 2 * pairs, base)
    torch.testing.assert_close(
        encoding[position] @ shift, encoding[position + offset], atol=1e-6, rtol=0
    )


@given(offset=st.integers(-50, 50), pairs=st.integers(1, 20))
def test_shift_back_undoes_the_shift(offset, pairs):
    there_and_back = position_shift(offset, 2 * pairs) @ position_shift(-offset, 2 * pairs)
    torch.testing.assert_close(there_and_back, torch.eye(2 * pairs), atol=1e-6, rtol=0)


def test_shift_of_odd_width_is_refused():
    with pytest.raises(ValueError, match="d_model must be even, got 5"):
        position_shift(1, 5)


def test_wavelengths_of_six_columns_are_the_worked_denominators_times_two_pi():
    denominators = torch.tensor([1.0, 1.0, 21.5443, 21.5443, 464.1590, 464.1590])
    torch.testing.assert_close(wavelengths(6), 2 * math.pi * denominators, rtol=1e-5, atol=0)


def test_wavelengths_of_odd_width_has_one_for_each_column():
    assert wavelengths(3).shape == (3,)


def test_a_column_repeats_after_its_wavelength():
    # With base 4 and d_model 2 * 2, the second pair turns once in 2 pi * 2 positions
    assert wavelengths(4, base=4.0)[2].item() == pytest.approx(4 * math.pi)


def test_index_encoding_counts_in_every_column():
    assert index_encoding(3, 2).tolist() == [[0, 0], [1, 1], [2, 2]]


def test_normalized_index_encoding_ends_at_one():
    assert normalized_index_encoding(3, 2).tolist() == [[0, 0], [0.5, 0.5], [1, 1]]


def test_normalized_index_encoding_depends_on_the_length():
    assert normalized_index_encoding(3, 1)[1] != normalized_index_encoding(5, 1)[1]


def test_normalized_index_encoding_of_one_position_is_0():
    assert normalized_index_encoding(1, 2).tolist() == [[0, 0]]


def test_module_adds_the_first_positions_to_every_sentence():
    module = PositionalEncoding(d_model=6, max_len=10)
    sums = module(torch.ones(2, 4, 6))
    expected = 1 + positional_encoding(4, 6)
    assert torch.equal(sums[0], expected)
    assert torch.equal(sums[1], expected)


def test_module_has_nothing_to_train_and_nothing_to_save():
    module = PositionalEncoding(d_model=6, max_len=10)
    assert list(module.parameters()) == []
    assert module.state_dict() == {}


def test_module_drops_out_only_in_training():
    module = PositionalEncoding(d_model=8, max_len=10, dropout=0.5)
    x = torch.ones(1, 10, 8)
    assert (module(x) == 0).any()
    assert not (module.eval()(x) == 0).all()
    assert torch.equal(module(x), x + positional_encoding(10, 8))


def test_module_refuses_a_longer_sentence_and_another_width():
    module = PositionalEncoding(d_model=6, max_len=10)
    with pytest.raises(ValueError, match="seq_len must be at most max_len=10, got 11"):
        module(torch.zeros(1, 11, 6))
    with pytest.raises(ValueError, match="the last dimension of x must be d_model=6, got 5"):
        module(torch.zeros(1, 4, 5))


@pytest.mark.parametrize(("d_model", "base"), [(7, 100.0), (128, 10_000.0), (1, 1.0)])
def test_a_wave_is_one_column_of_the_encoding(d_model, base):
    points = torch.linspace(0, 40, 81)
    whole = encoding_at(points, d_model, base)
    for dimension in range(d_model):
        torch.testing.assert_close(wave_at(points, dimension, d_model, base), whole[:, dimension])


@pytest.mark.parametrize(("dimension", "d_model"), [(-1, 4), (4, 4), (3, 3), (1.0, 4)])
def test_a_wave_of_no_dimension_is_refused(dimension, d_model):
    with pytest.raises(ValueError, match=f"dimension must be .*, got {dimension}"):
        wave_at(torch.zeros(1), dimension, d_model)


@pytest.mark.parametrize("offset", [math.nan, math.inf])
def test_a_shift_by_no_number_is_refused(offset):
    with pytest.raises(ValueError, match=f"offset must be a finite number, got {offset}"):
        position_shift(offset, 4)


def test_a_module_of_another_model_fills_its_encoding_in_when_it_leaves_the_meta_device():
    class Embedded(nn.Module):
        def __init__(self):
            super().__init__()
            self.positions = PositionalEncoding(6, 10)

    with torch.device("meta"):
        emptied, assigned = Embedded(), Embedded()
    emptied.to_empty(device="cpu")
    assigned.load_state_dict({}, assign=True)
    for module in (emptied, assigned):
        assert torch.equal(module.positions.encoding, positional_encoding(10, 6))
