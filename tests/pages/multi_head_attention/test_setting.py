"""What the multi-head attention page computes on."""

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from pages.multi_head_attention.run import MultiHeadRun, entropies, run_of
from pages.multi_head_attention.setting import (
    WIDTHS,
    MultiHeadSetting,
    divisors,
    read_heads,
    write_heads,
)
from tests.pages.answers import Asked

WORDS = "she read the book"
EDITED = "W_K.5.0=-3_W_O.2.2=4_W_Q.0.1=1.5_embedding.1.3=2"
"""A changed cell of three weight matrices and of the embedding, as a link holds them."""


def opened(language="en", **address):
    return Asked.at("multi_head_attention", language, **address)


@given(st.frozensets(st.integers(0, 63)))
def test_switched_off_heads_survive_the_address(heads):
    assert read_heads(write_heads(heads)) == heads


@pytest.mark.parametrize("text", ["a", "1.2", "64", "-1", "1__x", "٣", "9" * 5000])
def test_other_text_is_no_list_of_heads(text):
    with pytest.raises(ValueError):
        read_heads(text)


def test_an_old_link_opens_with_its_numbers():
    asked = opened(
        mh_sentence="a b a",
        mh_seed="9",
        mh_d_model="64",
        mh_num_heads="8",
        mh_head="5",
        mh_mask="padding",
        mh_padding="1",
        mh_off="0_7",
        mh_show="changed",
        mh_edits=EDITED,
    )
    setting = asked.setting
    assert setting.source == "random"
    assert setting.labels("en") == (("a (1)", "b", "a (3)"),) * 2
    assert (setting.seed, setting.width, setting.heads, setting.opened) == (9, 64, 8, 5)
    assert (setting.mask, setting.padding, setting.heads_off) == ("padding", 1, {0, 7})
    assert (setting.show, setting.step) == ("changed", "attend")
    assert setting.edits["W_K", 5, 0] == -3.0
    assert opened(**asked.address).setting == setting


@pytest.mark.parametrize(
    "address",
    [
        {"mh_d_model": "20"},
        {"mh_d_model": "x"},
        {"mh_num_heads": "0"},
        {"mh_num_heads": "-4"},
        {"mh_num_heads": "4.0"},
        {"mh_num_heads": "9" * 5000},
        {"mh_head": "x"},
        {"mh_off": "a_b"},
        {"mh_off": "64"},
        {"mh_mask": "<script>"},
        {"mh_seed": "-1"},
        {"mh_step": "7"},
        {"mh_edits": "W_Q.0.0=x"},
        {"mh_pin": "weights.99.99"},
        {"mh_pin": "lost.0.0"},
        {"mh_sentence": "w " * 65},
    ],
)
def test_bad_values_in_the_address_fall_back(address):
    asked = opened(**address)
    words = len(asked.setting.words)
    assert asked.values("heads").shape == (4, words, words)
    assert asked.setting.width == 16
    assert asked.arithmetic.title


def test_values_beyond_the_heads_there_are_do_no_harm():
    asked = opened(mh_head="40", mh_off="1_40", mh_pin="output.0.15")
    assert asked.matrices["weights"].fixed == {"head": 3}
    assert asked.setting.heads_off == {1}


@pytest.mark.parametrize("d_model", WIDTHS)
def test_only_divisors_of_d_model_can_be_chosen(d_model):
    control = MultiHeadSetting.controls()["num_heads"]
    offered = list(control.options(MultiHeadSetting(d_model=d_model, source="random")))
    assert offered == [heads for heads in range(1, 65) if d_model % heads == 0]
    assert offered == divisors(d_model)


def test_a_run_does_not_touch_torchs_own_generator():
    before = torch.get_rng_state()
    MultiHeadRun(MultiHeadSetting(WORDS, 1, source="random"))
    assert torch.equal(torch.get_rng_state(), before)


def test_another_step_or_head_is_the_same_attention():
    setting = MultiHeadSetting(WORDS, 1, source="random")
    assert run_of(setting.with_values(step="split", head=3)) is run_of(setting)
    assert run_of(setting.with_values(off=frozenset({1}))) is not run_of(setting)


def test_entropies_with_one_head_are_all_the_same():
    bits = entropies(MultiHeadRun(MultiHeadSetting(WORDS, 1, num_heads=1, source="random")), 0)
    assert len({round(value, 5) for value in vars(bits).values()}) == 1


def test_averaging_the_heads_spreads_them():
    bits = entropies(MultiHeadRun(MultiHeadSetting(WORDS, 1, source="random")), 2)
    assert bits.lowest <= bits.head <= bits.highest
    assert bits.laid_together > bits.lowest


def test_the_strongest_head_adds_the_longest_vectors():
    run = run_of(MultiHeadSetting(WORDS, 1, source="random"))
    lengths = run.contributions[0].norm(dim=(1, 2))
    assert run.strongest == int(lengths.argmax())
