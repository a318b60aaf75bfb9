"""What the multi-head attention page computes on."""

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from pages.multi_head_attention.setting import (
    WIDTHS,
    MultiHeadRun,
    MultiHeadSetting,
    divisors,
    entropies,
    more_heads,
    read_heads,
    read_width,
    whole,
    write_heads,
)

WORDS = ("she", "read", "the", "book")


@given(st.frozensets(st.integers(0, 63)))
def test_switched_off_heads_survive_the_url(heads):
    assert read_heads(write_heads(heads)) == heads


@pytest.mark.parametrize("text", ["a", "1.2", "64", "-1", "1__x", "٣", "9" * 5000])
def test_other_text_is_no_list_of_heads(text):
    with pytest.raises(ValueError):
        read_heads(text)


@pytest.mark.parametrize("text", ["", "20", "016", "16.0", "٦٤", "1e2"])
def test_other_text_is_no_width(text):
    with pytest.raises(ValueError):
        read_width(text)


def test_whole_numbers_have_limits():
    assert whole(1, 64)("64") == 64
    for text in ("0", "65", "+3", " 3", ""):
        with pytest.raises(ValueError):
            whole(1, 64)(text)


@pytest.mark.parametrize("d_model", WIDTHS)
def test_more_heads_are_always_possible_heads(d_model):
    for num_heads in divisors(d_model):
        more = more_heads(d_model, num_heads)
        assert more is None or (more > num_heads and more in divisors(d_model))
    assert more_heads(d_model, max(divisors(d_model))) is None


def test_twice_as_many_heads_where_that_divides():
    assert more_heads(16, 4) == 8
    assert more_heads(12, 4) == 6


def test_a_run_does_not_touch_torchs_own_generator():
    before = torch.get_rng_state()
    MultiHeadRun(MultiHeadSetting(WORDS, 16, 4, 1))
    assert torch.equal(torch.get_rng_state(), before)


def test_entropies_with_one_head_are_all_the_same():
    bits = entropies(MultiHeadRun(MultiHeadSetting(WORDS, 16, 1, 1)), 0)
    assert len({round(value, 5) for value in vars(bits).values()}) == 1


def test_averaging_the_heads_blurs_them():
    bits = entropies(MultiHeadRun(MultiHeadSetting(WORDS, 16, 4, 1)), 2)
    assert bits.lowest <= bits.head <= bits.highest
    assert bits.laid_together > bits.lowest


def test_the_strongest_head_is_one_that_is_on():
    setting = MultiHeadSetting(WORDS, 16, 4, 1)
    first = MultiHeadRun(setting).strongest()
    without = MultiHeadRun(MultiHeadSetting(WORDS, 16, 4, 1, off=frozenset({first})))
    assert without.strongest() != first
    none_left = MultiHeadSetting(WORDS, 16, 4, 1, off=frozenset(range(4)))
    assert MultiHeadRun(none_left).strongest() is None
