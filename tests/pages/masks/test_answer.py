"""What the masks page shows: each mask above the weights that it leaves, and what is said."""

import pytest
import torch

from pages.masks.setting import KINDS
from tests.pages.answers import Asked
from ui.answer.parts import Note
from ui.shell.language import LANGUAGES

SOURCE_COMBINED = [
    [0, 1, 1, 1, 1],
    [0, 0, 1, 1, 1],
    [0, 0, 1, 1, 1],
    [0, 0, 1, 0, 1],
    [0, 0, 1, 0, 0],
]
"""What document 003 prints for the ids 1 2 0 4 5."""


def masks(language="en", **values):
    return Asked("masks", language, **values)


def sentence(words, **values):
    return masks(given="sentence", sentence=words, **values)


def emptied(asked):
    """What is said of rows from which everything is hidden."""
    return [note.text for note in asked.all(Note, "picture") if note.tone == "info"]


def test_there_are_four_masks_and_the_weights_under_each(language):
    asked = masks(language)
    assert set(asked.matrices) == {*KINDS, *(f"{kind}_weights" for kind in KINDS)}
    names = [asked.matrices[kind].name for kind in KINDS]
    assert names == [asked.text(f"matrices.{kind}") for kind in KINDS]


def test_weights_stand_below_their_mask_in_its_columns():
    items = masks().matrices
    for kind in KINDS:
        assert items[f"{kind}_weights"].below
        assert items[f"{kind}_weights"].cols.name == items[kind].cols.name == "key"
        assert items[kind].scale == "mask"
        assert items[f"{kind}_weights"].scale == "weights"
        assert items[kind].paintable == (kind == "painted")


def test_the_first_example_has_the_padding_mask_of_the_source():
    assert masks().values("padding").tolist() == [[0, 0, 0, 1, 1]]


def test_the_other_example_has_the_combined_mask_that_the_source_prints():
    asked = masks().pressed("presets.gap")
    assert asked.setting.ids == "1 2 0 4 5"
    assert asked.values("decoder").tolist() == SOURCE_COMBINED


@pytest.mark.parametrize("kind", KINDS)
def test_hidden_keys_get_no_weight_and_the_others_share_all_of_it(kind):
    asked = masks(ids="1 2 0 4 5", cells=frozenset({(0, 0), (0, 1), (4, 2)}))
    weights, hidden = asked.values(f"{kind}_weights"), asked.values(kind).bool().expand(5, 5)
    assert hidden.any()
    assert (weights[hidden] == 0).all()
    assert (weights[~hidden] > 0).all()
    torch.testing.assert_close(weights.sum(-1), torch.ones(5))
    hatched = torch.as_tensor(asked.matrices[f"{kind}_weights"].hidden).expand(5, 5)
    assert torch.equal(hatched, hidden)


def test_a_mask_only_takes_the_hidden_keys_out_of_the_share():
    asked = masks(ids="1 2 0 4 5")
    # Nothing is painted at first: those are the weights without any mask.
    kept = asked.values("painted_weights") * (1 - asked.values("decoder"))
    expected = kept / kept.sum(-1, keepdim=True)
    torch.testing.assert_close(asked.values("decoder_weights"), expected)


def test_leading_padding_leaves_empty_rows_and_says_so():
    asked = masks(ids="5 0 0").pressed("try.padding_first")
    assert asked.values("decoder_weights").tolist() == [[0, 0, 0], [0, 0, 0], [0, 0, 1]]
    assert any("query “0 (1)”, “0 (2)”" in note for note in emptied(asked))


def test_nothing_is_said_of_empty_rows_while_there_are_none():
    assert not emptied(masks())


def test_everything_hidden_from_one_token_is_an_empty_row():
    asked = masks().pressed("try.hide_row")
    assert asked.values("painted").sum(1).tolist() == [0, 0, 5, 0, 0]
    assert asked.values("painted_weights")[2].tolist() == [0] * 5
    assert any("query “777”." in note for note in emptied(asked))
    assert asked.state.place.pin == "painted_weights.2.0"
    cleared = asked.pressed("change.reset")
    assert cleared.values("painted").sum() == 0
    assert not emptied(cleared)


def test_what_is_painted_can_be_dropped_only_where_something_is():
    assert "Reset" not in [chip.label for chip in masks().chips]


def test_neighbours_only_leaves_a_band():
    asked = masks().pressed("try.window")
    distance = (torch.arange(5)[:, None] - torch.arange(5)).abs()
    assert torch.equal(asked.values("painted"), (distance > 1).float())


@pytest.mark.parametrize(
    ("ids", "is_offered"), [("1 " * 64, False), ("0 0 5", False), ("5 0", True)]
)
def test_padding_is_offered_the_first_place_where_that_moves_it(ids, is_offered):
    assert ("Put the padding first" in masks(ids=ids.strip()).row("tries")) == is_offered


def test_a_stroke_of_paint_hides_keys_and_uncovers_them():
    asked = masks(cells=frozenset({(1, 1)}))
    hide = {"matrix": "painted", "cells": [[0, 1], [0, 2]], "hidden": True}
    show = {"matrix": "painted", "cells": [[1, 1]], "hidden": False}
    painted = asked.done(change=hide).done(change=show)
    assert painted.address["ma_cells"] == "0.1_0.2"
    assert painted.values("painted").nonzero().tolist() == [[0, 1], [0, 2]]


def test_only_the_painted_mask_can_be_painted():
    with pytest.raises(ValueError, match="cannot be painted"):
        masks().done(change={"matrix": "decoder", "cells": [[0, 0]], "hidden": True})


def test_a_sentence_shows_the_ids_that_it_becomes():
    asked = sentence("the cat The", length=5)
    assert any("[2, 1, 2, 0, 0]" in note for note in asked.notes)
    assert asked.labels("padding") == ["the", "cat", "The", "⟨pad⟩ (4)", "⟨pad⟩ (5)"]
    assert asked.values("padding").tolist() == [[0, 0, 0, 1, 1]]


def test_another_seed_gives_other_weights():
    assert not torch.equal(
        masks().values("painted_weights"), masks(seed=12).values("painted_weights")
    )


def test_a_longer_text_keeps_the_weights_that_were_there():
    short, long = masks(ids="1 2 3"), masks(ids="1 2 3 4 5 6")
    kept = long.values("look_ahead_weights")[:3, :3]
    torch.testing.assert_close(kept, short.values("look_ahead_weights"))


@pytest.mark.parametrize("size", [1, 16, 17, 64])
def test_sizes_up_to_64_tokens_are_drawn(size):
    asked = masks(ids=" ".join(str(token) for token in range(size)))
    assert asked.values("decoder").shape == (size, size)


@pytest.mark.parametrize("words", ["🙂 🙃", "مرحبا بالعالم", "<script>alert(1)</script> *b*"])
def test_words_of_any_script_are_labels(words):
    assert sentence(words, length=3).labels("padding")[:2] == words.split()


def test_painted_cells_and_a_pin_outside_the_picture_are_left_out():
    asked = Asked.at("masks", ma_ids="1 2", ma_cells="0.1_50.50", ma_pin="decoder_weights.40.40")
    assert asked.values("painted").tolist() == [[0, 1], [0, 0]]
    assert asked.arithmetic.title.startswith("Weights, decoder[ “1”, “2” ]")


@pytest.mark.parametrize(
    "values",
    [
        {"ids": "1 2 0 4 5", "cells": frozenset({(0, col) for col in range(5)} | {(2, 1)})},
        {"ids": "0 0 5", "seed": 3},
        {"given": "sentence", "sentence": "a b a", "length": 20},
    ],
)
def test_the_pytorch_gives_exactly_these_masks_and_weights(values):
    asked = masks(**values)
    names = asked.ran()
    for kind in KINDS:
        mask = asked.values(kind)
        assert torch.equal(names["masks"][kind].float().reshape(mask.shape), mask)
        assert torch.equal(names["weights"][kind], asked.values(f"{kind}_weights"))


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("suffix", ["", "_weights"])
@pytest.mark.parametrize("col", [0, 2, 4])
def test_the_pinned_number_is_explained(kind, suffix, col):
    row = 0 if (kind, suffix) == ("padding", "") else 3
    pin = f"{kind}{suffix}.{row}.{col}"
    asked = masks(ids="1 2 0 4 5", cells=frozenset({(3, 0)}), pin=pin)
    value = float(asked.values(f"{kind}{suffix}")[row, col])
    assert asked.explained_number == pytest.approx(value, abs=6e-5)


def test_a_chip_leaves_the_way_to_another_number():
    asked = masks(ids="1 2 0 4 5", trail="decoder_weights@2.1~decoder_masked@2.1")
    assert asked.arithmetic.title.startswith("Masked · Decoder: both[ “0”, “2” ]")
    pressed = asked.pressed("try.hide_row")
    assert pressed.arithmetic.title.startswith("Weights, painted[ “0”, “1” ]")
    assert "ma_trail" not in pressed.address


def test_the_chip_in_force_is_filled(language):
    asked = masks(language)
    assert [chip.is_on for chip in asked.row("presets").values()] == [True, False, False]
    pressed = asked.pressed("presets.gap")
    assert [chip.is_on for chip in pressed.row("presets").values()] == [False, True, False]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_same_setting_shows_the_same_numbers_in_every_language(lang):
    assert torch.equal(masks(lang).values("decoder_weights"), masks().values("decoder_weights"))
