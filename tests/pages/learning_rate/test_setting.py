"""The schedules of the learning-rate page: the one in the controls and those that are kept."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pages.learning_rate.schedules import Schedule, read_kept, write_kept
from pages.learning_rate.setting import MOST_KEPT, LearningRateSetting
from tests.pages.answers import Asked

schedules = st.builds(
    Schedule,
    st.integers(1, 8192),
    st.integers(1, 100_000),
    st.integers(1, 1000).map(lambda hundredths: hundredths / 100),
)


def keeping(kept, d_model):
    return LearningRateSetting(kept=write_kept(kept), d_model=d_model).keeping().schedules


@given(st.dictionaries(st.integers(0, 5), schedules).filter(
    lambda kept: len(set(kept.values())) == len(kept)
))  # fmt: skip
def test_a_list_reads_back_as_it_was_written(kept):
    assert read_kept(write_kept(kept)) == kept


def test_round_numbers_keep_their_zeros():
    assert write_kept({0: Schedule(100, 4000, 10.0)}) == "0.100x4000x10"


def test_a_new_schedule_takes_the_first_free_slot():
    kept = {0: Schedule(1), 2: Schedule(2)}
    assert keeping(kept, 3) == {0: Schedule(1), 1: Schedule(3), 2: Schedule(2)}
    assert keeping(kept, 2) == kept
    full = {slot: Schedule(slot + 1) for slot in range(MOST_KEPT)}
    assert keeping(full, 99) == full


def test_removing_leaves_the_others_in_their_slots():
    setting = LearningRateSetting(kept=write_kept({0: Schedule(1), 2: Schedule(2)}))
    assert setting.without(0).schedules == {2: Schedule(2)}


@pytest.mark.parametrize("factor", ["0.001", "11", "0", "1e2", "nan"])
def test_factors_out_of_range_are_refused(factor):
    with pytest.raises(ValueError, match=r"range|is not a schedule"):
        read_kept(f"0.512x4000x{factor}")


@pytest.mark.parametrize(
    ("name", "bad"),
    [
        ("d_model", "0"),
        ("d_model", "NaN"),
        ("warmup", "<script>"),
        ("factor", "1e9"),
        ("steps", "9"),
        ("step", "-1"),
        ("axes", "curved"),
        *(
            ("kept", bad)
            for bad in ("x", "0.512x4000", "0.0x1x1", "0.1x1x1_0.2x2x2", "7.1x1x1", "🙂")
        ),
    ],
)
def test_a_bad_value_in_the_address_falls_back_to_the_default(name, bad):
    asked = Asked.at("learning_rate", **{f"lr_{name}": bad})
    assert asked.setting == Asked("learning_rate").setting
    assert f"lr_{name}" not in asked.address


def test_an_old_link_opens_with_the_same_numbers():
    address = {
        "lr_d_model": "64",
        "lr_warmup": "500",
        "lr_factor": "0.5",
        "lr_steps": "3000",
        "lr_step": "700",
        "lr_axes": "logarithmic",
        "lr_kept": "0.512x4000x1_1.64x4000x0.25",
    }
    asked = Asked.at("learning_rate", **address)
    assert asked.setting.schedule == Schedule(64, 500, 0.5)
    assert asked.setting.schedules == {0: Schedule(512), 1: Schedule(64, 4000, 0.25)}
    assert {name: asked.address[name] for name in address} == address
