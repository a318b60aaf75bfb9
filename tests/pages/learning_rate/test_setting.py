import pytest
from hypothesis import given
from hypothesis import strategies as st

from pages.learning_rate.setting import (
    MOST_KEPT,
    Schedule,
    read_kept,
    with_kept,
    without,
    write_kept,
)

schedules = st.builds(
    Schedule,
    st.integers(1, 8192),
    st.integers(1, 100_000),
    st.integers(1, 1000).map(lambda hundredths: hundredths / 100),
)


@given(st.dictionaries(st.integers(0, 5), schedules).filter(
    lambda kept: len(set(kept.values())) == len(kept)
))  # fmt: skip
def test_a_list_reads_back_as_it_was_written(kept):
    assert read_kept(write_kept(kept)) == kept


def test_round_numbers_keep_their_zeros():
    assert write_kept({0: Schedule(100, 4000, 10.0)}) == "0.100x4000x10"


def test_a_new_schedule_takes_the_first_free_slot():
    kept = {0: Schedule(1), 2: Schedule(2)}
    assert with_kept(kept, Schedule(3)) == {0: Schedule(1), 1: Schedule(3), 2: Schedule(2)}
    assert with_kept(kept, Schedule(2)) == kept
    full = {slot: Schedule(slot + 1) for slot in range(MOST_KEPT)}
    assert with_kept(full, Schedule(99)) == full


def test_removing_leaves_the_others_in_their_slots():
    assert without({0: Schedule(1), 2: Schedule(2)}, 0) == {2: Schedule(2)}


@pytest.mark.parametrize("factor", ["0.001", "11", "0", "1e2", "nan"])
def test_factors_out_of_range_are_refused(factor):
    with pytest.raises(ValueError, match=r"range|no schedule"):
        read_kept(f"0.512x4000x{factor}")
