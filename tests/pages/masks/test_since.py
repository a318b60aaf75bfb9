"""Sliding window, prefix and packed documents in the place of the painted mask."""

import pytest
import torch

from pages.masks.arithmetic import mask_board, mask_computation
from pages.masks.setting import SINCE
from tests.pages.answers import Asked
from tests.ui.explained_numbers import assert_found_again, assert_recomputed
from transformer_core import look_ahead_mask
from transformer_core.variants.packed_documents import document_mask
from transformer_core.variants.prefix_mask import prefix_mask
from transformer_core.variants.sliding_window import sliding_window

EIGHT = "11 12 13 14 15 16 17 18"
EXTREMES = [
    {},
    {"window": 1, "prefix": 0, "documents": "0"},
    {"window": 64, "prefix": 64, "documents": "999999 1"},
    {"ids": "7", "window": 2, "prefix": 1},
    {"ids": "1 0 2 0 0"},
]


def masks(last: str, language: str = "en", **values: object) -> Asked:
    return Asked("masks", language, last=last, **{"ids": EIGHT} | values)


def expected(asked: Asked) -> torch.Tensor:
    setting = asked.setting
    size, places = setting.size, torch.arange(setting.size)
    if setting.last == "window":
        return look_ahead_mask(size) | sliding_window(places, places, setting.window)
    if setting.last == "prefix":
        return prefix_mask(size, min(setting.prefix, size))
    return look_ahead_mask(size) | document_mask(setting.documents_in_order[None])[0, 0]


@pytest.mark.parametrize("values", EXTREMES)
@pytest.mark.parametrize("last", SINCE)
def test_the_mask_is_the_core_s_and_hidden_keys_get_no_weight(last, values):
    asked = masks(last, **values)
    hidden = expected(asked)
    assert torch.equal(asked.values(last).bool(), hidden)
    weights = asked.values(f"{last}_weights")
    assert not weights[hidden].any()
    assert torch.allclose(weights.sum(-1), torch.ones(asked.setting.size))


@pytest.mark.parametrize("values", EXTREMES)
@pytest.mark.parametrize("last", SINCE)
def test_every_number_is_explained_and_found_again(last, values):
    asked = masks(last, **values)
    computation = mask_computation(asked.setting, asked.setting.steps())
    assert_recomputed(computation)
    assert_found_again(computation, mask_board(asked.text, asked.setting, computation))


@pytest.mark.parametrize("last", SINCE)
def test_only_the_last_column_changes(last):
    before, after = Asked("masks", ids=EIGHT), masks(last)
    for kind in ("padding", "look_ahead", "decoder", "cross"):
        for name in (kind, f"{kind}_weights"):
            assert torch.equal(before.values(name), after.values(name))
    assert "painted" not in after.matrices
    assert [one.id for one in after.matrices.values() if one.paintable] == []


@pytest.mark.parametrize(
    ("last", "place", "said"),
    [
        ("window", (7, 4), "“15” is 3 or more positions before query “18”"),
        ("window", (7, 5), "No rule hides key “16”"),
        ("window", (2, 5), "“16” comes later than query “13”"),
        ("prefix", (0, 2), "“13” comes later than query “11”, but it is in the prefix"),
        ("prefix", (0, 3), "“14” comes later than query “11”, which must not see"),
        ("prefix", (5, 1), "No rule hides key “12”"),
        ("packed", (4, 2), "“13” is in another document than query “15”"),
        ("packed", (4, 3), "No rule hides key “14”"),
        ("packed", (3, 4), "“15” comes later than query “14”"),
    ],
)
def test_a_cell_says_which_rule_hides_it(last, place, said):
    for name in (last, f"{last}_weights"):
        asked = masks(last, pin=f"{name}.{place[0]}.{place[1]}")
        words = " ".join(asked.lines.values())
        assert said in words
        assert masks(last, "ko", pin=f"{name}.{place[0]}.{place[1]}").lines


@pytest.mark.parametrize("last", SINCE)
def test_the_note_counts_cells_and_the_weight_that_moves(last):
    asked = masks(last)
    hidden, causal = expected(asked), look_ahead_mask(8)
    (note,) = [one for one in asked.notes if "Visible cells" in one]
    assert f"**{int((~hidden).sum())}** instead of {int((~causal).sum())}" in note
    if last == "prefix":
        moved = (asked.values("prefix_weights") * causal).sum(-1).mean()
    else:
        moved = (asked.values("look_ahead_weights") * hidden).sum(-1).mean()
    (share,) = [one for one in note.split("**") if one.endswith("%")]
    assert float(share.rstrip("%")) == pytest.approx(100 * float(moved), abs=0.6)


def test_that_no_padding_is_hidden_is_said_where_there_is_some(language):
    said = Asked("masks", language).text("since.padding")
    assert said in masks("window", language, ids="1 2 0").notes
    assert said not in masks("window", language).notes
    assert said not in Asked("masks", language, ids="1 2 0").notes


@pytest.mark.parametrize("last", SINCE)
@pytest.mark.parametrize("size", [1, 2, 8])
def test_a_suggestion_does_what_its_note_says(last, size):
    asked = masks(last, ids=" ".join(EIGHT.split()[:size]))
    alone = ~torch.eye(size, dtype=torch.bool)
    is_look_ahead = {"window_all", "prefix_none", "packed_one"}
    for name in ("window_one", "packed_each", "prefix_all", *is_look_ahead):
        if not name.startswith(last):
            continue
        mask = asked.pressed(f"try.{name}").values(last).bool()
        if name in is_look_ahead:
            assert torch.equal(mask, look_ahead_mask(size))
        elif name == "prefix_all":
            assert not mask.any()
        else:
            assert torch.equal(mask, alone)


@pytest.mark.parametrize("last", SINCE)
def test_a_preset_shows_each_mask_and_another_one_the_painted_mask_again(last, language):
    asked = Asked("masks", language).pressed(f"presets.{last}")
    assert asked.setting.last == last
    assert asked.pressed("presets.padded").setting.last == "painted"


def test_the_lengths_of_documents_are_read_like_token_ids():
    asked = Asked.at("masks", ma_last="packed", ma_documents="x")
    assert asked.setting.documents == "3 2"


@pytest.mark.parametrize("size", [1, 2, 8])
@pytest.mark.parametrize("last", SINCE)
def test_at_the_ends_of_its_range_a_mask_is_called_what_it_is(last, size, language):
    ids, seen = " ".join(EIGHT.split()[:size]), set()
    for one in (0, 1, 2, size, 64):
        values = {"window": max(one, 1), "prefix": one, "documents": str(one)}
        asked = masks(last, language, ids=ids, **values)
        hidden, figures = expected(asked), {"window": max(one, 1), "prefix": min(one, size)}
        said = {
            name
            for name in asked.text.section("since")
            if not name.endswith("_effect")
            and asked.text(f"since.{name}", documents=2, **figures) in " ".join(asked.notes)
        }
        is_same = torch.equal(hidden, look_ahead_mask(size))
        assert (f"{last}_same" in said) == is_same
        counts = f"**{int((~hidden).sum())}**"
        assert any(counts in note for note in asked.notes) != is_same
        assert ("window_one" in said) == (last == "window" and one <= 1 < size)
        assert ("prefix_all" in said) == (not hidden.any() and size > 1)
        seen |= said
    assert f"{last}_same" in seen
