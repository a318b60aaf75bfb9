"""How vectors are laid out in lines; the map's own JavaScript states the same table of lengths."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ui.picture.model_map.wrapping import GRAIN, LONG, MOST_LINES, line_count, line_length

SIZES = st.integers(1, 40_000)
LINES = st.integers(1, MOST_LINES)


@pytest.mark.parametrize(
    ("size", "lines", "length"),
    [
        (8, 2, 4),
        (16, 2, 8),
        (6, 2, 3),
        (5, 2, 3),
        (7, 3, 3),
        (1, 4, 1),
        (256, 8, 32),
        (257, 8, 48),
        (512, 8, 64),
        (2048, 8, 256),
        (1000, 3, 336),
        (37_000, 16, 2320),
    ],
)
def test_lines_are_as_long_as_the_map_makes_them(size, lines, length):
    assert line_length(size, lines) == length


@given(SIZES, LINES)
def test_all_numbers_of_a_vector_have_room_in_its_lines(size, lines):
    assert line_length(size, lines) * lines >= size


@given(st.integers(1, LONG), LINES)
def test_short_lines_are_no_longer_than_they_need_to_be(size, lines):
    assert (line_length(size, lines) - 1) * lines < size


@given(st.integers(LONG + 1, 40_000), LINES)
def test_long_lines_can_be_joined_in_groups(size, lines):
    length = line_length(size, lines)
    assert length % GRAIN == 0
    assert (length - GRAIN) * lines < size


@pytest.mark.parametrize(
    ("d_model", "num_heads", "lines"),
    [(8, 2, 2), (512, 8, 8), (64, 16, 16), (8, 1, 1), (64, 1, 4), (1024, 1, 16), (4, 4, 1)],
)
def test_there_is_a_line_a_head_where_there_are_several_heads(d_model, num_heads, lines):
    assert line_count(d_model, num_heads) == lines


@given(st.integers(1, 8192), st.integers(1, 64))
def test_there_is_at_least_one_line_and_never_too_many(d_model, num_heads):
    assert 1 <= line_count(d_model, num_heads) <= MOST_LINES
