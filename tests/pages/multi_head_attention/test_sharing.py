"""Heads that share keys and values, and what they save."""

import pytest
import torch

from pages.multi_head_attention.arithmetic import multi_head_computation
from pages.multi_head_attention.run import run_of
from pages.multi_head_attention.setting import MOST_HEADS, MultiHeadSetting
from tests.pages.answers import Asked
from tests.ui.explained_numbers import assert_recomputed
from transformer_core import trace
from transformer_core.variants.attention_view import View
from transformer_core.variants.grouped_attention import GroupedAttention


def shared(language: str = "en", **values: object) -> Asked:
    given = {"source": "random", "sentence": "a b c d", "step": "split"}
    return Asked("multi_head_attention", language, **given | values)


@torch.inference_mode()
def grouped(setting: MultiHeadSetting) -> GroupedAttention:
    """The same attention, in which keys and values of a group are stored once."""
    found = GroupedAttention(setting.width, setting.heads, setting.used_kv_heads)
    stored = setting.module().state_dict()
    columns = [group[0] * setting.d_k + each for group in setting.groups
               for each in range(setting.d_k)]  # fmt: skip
    for name in ("w_k.weight", "w_k.bias", "w_v.weight", "w_v.bias"):
        stored[name] = stored[name][columns]
    found.load_state_dict(stored)
    return found


@pytest.mark.parametrize(("heads", "kv_heads"), [(4, 1), (4, 2), (8, 4), (16, 1), (4, 4)])
@pytest.mark.parametrize("mask", ["none", "look_ahead"])
def test_the_page_shows_grouped_attention(heads, kv_heads, mask):
    setting = shared(num_heads=heads, kv_heads=kv_heads, mask=mask).setting
    run, places = run_of(setting), torch.arange(4)
    with torch.inference_mode(), trace(ours := grouped(setting)) as records:
        output = ours(run.X, run.X, View(places, places, setting.hidden()))
    torch.testing.assert_close(output, run.output)
    torch.testing.assert_close(records["weights"], run.records["weights"])
    assert records["keys"].shape[1] == kv_heads
    for name in ("keys", "values"):
        each = records[name].repeat_interleave(heads // kv_heads, dim=1)
        torch.testing.assert_close(each, run.records[name])


@pytest.mark.parametrize("kv_heads", [1, 2])
def test_every_number_of_shared_heads_is_explained(kv_heads):
    assert_recomputed(multi_head_computation(run_of(shared(kv_heads=kv_heads).setting), 3))


def test_a_number_set_by_hand_is_set_in_every_head_of_its_group():
    edited = shared(kv_heads=2, edits={("W_K", 3, 5): 2.0, ("W_Q", 3, 5): 1.0})
    weight = run_of(edited.setting).module.w_k.weight.mT
    # Heads 1 and 2 have columns 0-3 and 4-7: column 5 is the second of each.
    assert weight[3, [1, 5]].tolist() == [2, 2]
    assert (weight[3, [9, 13]] != 2).all()
    assert edited.setting.edits_in_force == {
        ("W_K", 3, 1): 2.0,
        ("W_K", 3, 5): 2.0,
        ("W_Q", 3, 5): 1.0,
    }
    assert len(shared(edits=edited.setting.edits).setting.edits_in_force) == 2


def test_what_is_saved_is_that_of_the_modules(language):
    asked = shared(language, d_model=512, num_heads=8, kv_heads=2)
    ours, papers = grouped(asked.setting), grouped(asked.setting.with_values(kv_heads=8))
    sizes = [
        sum(one.numel() for layer in (module.w_k, module.w_v) for one in layer.parameters())
        for module in (ours, papers)
    ]
    said = " ".join(asked.notes)
    assert all(f"{size:,}" in said for size in sizes)
    # A key and a value of 64 numbers from each of 2 and of 8 heads; two bytes each.
    assert all(number in said for number in ("256", "1,024", "512", "2,048"))


@pytest.mark.parametrize("step", ["input", "project", "split", "attend", "concatenate"])
def test_what_is_shared_is_said_where_keys_are_shown_and_only_where_heads_share(step):
    saved = "Stored once for each group"
    is_said = step in ("project", "split", "attend")
    assert any(saved in note for note in shared(step=step, kv_heads=2).notes) == is_said
    assert not any(saved in note for note in shared(step=step).notes)


@pytest.mark.parametrize("heads", [1, 2, 8, 16])
@pytest.mark.parametrize("kv_heads", [1, 3, 16, MOST_HEADS])
def test_a_number_that_does_not_divide_the_heads_counts_as_the_next_smaller_one(heads, kv_heads):
    setting = shared(num_heads=heads, kv_heads=kv_heads).setting
    assert heads % setting.used_kv_heads == 0
    assert setting.used_kv_heads <= min(heads, kv_heads)
    assert [head for group in setting.groups for head in group] == list(range(heads))
    assert setting.shares == (setting.used_kv_heads < heads)


def test_the_trained_translator_shares_none():
    asked = Asked("multi_head_attention", kv_heads=1)
    assert asked.setting.is_trained
    assert not asked.setting.shares


def test_the_paper_s_choice_is_one_chip_away(language):
    for preset, kv_heads in (("grouped", 2), ("multi_query", 1)):
        asked = shared(language).pressed(f"presets.{preset}")
        assert asked.setting.used_kv_heads == kv_heads
        assert asked.answer.equation == "grouped"
        back = asked.pressed("try.own_keys")
        assert not back.setting.shares
        assert back.answer.equation == "multi_head"
