"""What the masks page shows: each mask above the weights that it leaves, and what is said."""

import pytest
import torch

from pages.masks.setting import ALL_KINDS, KINDS
from tests.pages.answers import Asked
from ui.answer.parts import Note
from ui.words.language import LANGUAGES

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


def test_there_are_the_masks_and_the_weights_of_each(language):
    asked = masks(language)
    assert set(asked.matrices) == {*ALL_KINDS, *(f"{kind}_weights" for kind in ALL_KINDS)}
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
    assert asked.state.selection.pin == "painted_weights.2.0"
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
    ("ids", "is_offered", "is_on"),
    [("1 " * 64, False, False), ("0 0 5", True, True), ("5 0", True, False)],
)
def test_padding_is_offered_the_first_place_where_there_can_be_any(ids, is_offered, is_on):
    asked = masks(ids=ids.strip())
    offered = asked.row("suggestions").get(asked.text("try.padding_first"))
    assert (offered is not None) == is_offered
    assert bool(offered and offered.is_on) == is_on


@pytest.mark.parametrize("name", ["hide_row", "window", "padding_first"])
@pytest.mark.parametrize("start", [{}, {"given": "sentence", "sentence": "a b a"}])
def test_a_suggestion_stays_where_it_is_and_says_what_to_watch_for(language, name, start):
    asked = masks(language, **start).pressed(f"try.{name}")
    assert asked.text(f"watch.try_{name}") in asked.watched()
    assert asked.text(f"try.{name}") in asked.row("suggestions")


def test_what_the_suggestions_and_presets_say_is_so(language):
    hidden = masks(language).pressed("try.hide_row")
    assert hidden.values("painted").sum(1).tolist().count(5) == 1
    first = masks(language).pressed("try.padding_first")
    padding = [row for row, token in enumerate(first.setting.token_ids) if token == 0]
    assert (first.values("decoder_weights")[padding] == 0).all()
    padded = masks(language).pressed("presets.padded")
    assert (padded.values("padding_weights")[:, 3:] == 0).all()
    assert (padded.values("padding_weights")[3:].sum(1) > 0).all()
    gap = masks(language).pressed("presets.gap")
    assert gap.setting.token_ids.index(0) == 2
    for asked, name in ((padded, "padded"), (gap, "gap")):
        assert asked.text(f"watch.{name}") in asked.watched()


@pytest.mark.parametrize("given", ["numbers", "sentence"])
@pytest.mark.parametrize("target", ["a", "je suis étudiant", "one two three four five six seven"])
def test_the_mask_of_cross_attention_is_the_sources_padding_for_every_query(given, target):
    asked = masks(given=given, ids="1 2 0 0", sentence="a b", length=4, target=target)
    words = len(target.split())
    mask, weights = asked.values("cross"), asked.values("cross_weights")
    assert mask.tolist() == [[0, 0, 1, 1]]
    assert asked.matrices["cross"].note == "(1, 1, 1, 4)"
    assert weights.shape == (words, 4)
    assert (weights[:, 2:] == 0).all()
    torch.testing.assert_close(weights.sum(-1), torch.ones(words))
    assert list(asked.matrices["cross_weights"].rows.labels) == target.split()
    assert asked.labels("cross_weights") == asked.labels("padding")
    assert asked.matrices["cross_weights"].rows.name != asked.matrices["padding_weights"].rows.name


def test_a_cell_of_the_cross_attention_mask_is_explained(language):
    weight = masks(language, pin="cross_weights.0.3")
    assert weight.explained_number == 0
    assert weight.setting.target.split()[0] in weight.arithmetic.title
    row = masks(language, pin="cross.0.3")
    assert row.text("arithmetic.broadcast_hidden") in row.lines[row.text("arithmetic.means")]


def test_cross_attention_is_found_from_the_top(language):
    asked = masks(language)
    label = asked.text("questions.which_padding")
    assert label in asked.row("questions")
    pressed = asked.pressed(asked.offered(label))
    assert pressed.setting.attention == "cross"
    assert pressed.text("answers.which_padding") in pressed.watched()


def test_both_conventions_of_torch_are_named(language):
    asked = masks(language)
    assert any(asked.text("conventions") in note for note in asked.notes)


def test_a_source_of_nothing_but_padding_leaves_cross_attention_empty(language):
    asked = masks(language, ids="0 0")
    assert (asked.values("cross_weights") == 0).all()
    texts = [note for note in emptied(asked) if asked.text("matrices.cross") in note]
    assert len(texts) == 1
    assert asked.setting.target.split()[-1] in texts[0]


@pytest.mark.parametrize(("length", "is_said"), [(1, True), (2, True), (3, False)])
def test_a_length_that_pads_nothing_is_said(language, length, is_said):
    asked = sentence("a b", length=length)
    text = asked.text("unpadded", count=2, length=length)
    assert (text in asked.notes) == is_said


@pytest.mark.parametrize("kind", ALL_KINDS)
@pytest.mark.parametrize("col", [0, 4])
def test_cell_and_card_take_a_mask_for_1_where_it_hides(language, kind, col):
    asked = masks(language, cells=frozenset({(0, 4)}), pin=f"{kind}.0.{col}")
    assert asked.values(kind)[0].tolist()[col] == asked.explained_number == (col == 4)


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


@pytest.mark.parametrize("needed", ["torch", "core"])
@pytest.mark.parametrize(
    "values",
    [
        {"ids": "1 2 0 4 5", "cells": frozenset({(0, col) for col in range(5)} | {(2, 1)})},
        {"ids": "0 0 5", "seed": 3},
        {"given": "sentence", "sentence": "a b a", "length": 20, "target": "x y"},
    ],
)
def test_the_pytorch_gives_exactly_these_masks_and_weights(values, needed):
    asked = masks(**values)
    names = asked.ran(needed)
    for kind in ALL_KINDS:
        mask = asked.values(kind)
        assert torch.equal(names["masks"][kind].float().reshape(mask.shape), mask)
        weights, shown = names["weights"][kind], asked.values(f"{kind}_weights")
        # Of a batch of one, torch may round a product otherwise.
        torch.testing.assert_close(weights, shown, rtol=0, atol=0 if needed == "torch" else 1e-6)


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
    assert [chip.is_on for chip in asked.row("presets").values()][:3] == [True, False, False]
    pressed = asked.pressed("presets.gap")
    assert [chip.is_on for chip in pressed.row("presets").values()][:3] == [False, True, False]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_same_setting_shows_the_same_numbers_in_every_language(lang):
    assert torch.equal(masks(lang).values("decoder_weights"), masks().values("decoder_weights"))
