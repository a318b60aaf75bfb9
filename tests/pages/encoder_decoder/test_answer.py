"""What the encoder-decoder page answers to a setting: presets, what is worth trying, errors."""

from dataclasses import asdict

import pytest
import torch

from pages.encoder_decoder.questions import QUESTIONS
from pages.encoder_decoder.setting import TABS
from pages.encoder_decoder.sizes import LIMITS, PRESETS
from tests.pages.encoder_decoder.model_page import asked, records_of, seen
from ui.answer.parts import Chips, Note, Table
from ui.explain.trail import has_cell, read_trail
from ui.state.typed_input import InputError
from ui.words.language import LANGUAGES


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_presets_bring_their_sizes(preset, language):
    page = asked(language)
    chip = page.chip(page.text(f"presets.{preset}"))
    values = asdict(PRESETS[preset])
    assert {name: chip.setting[name] for name in values} == values
    opened = page.pressed(f"presets.{preset}")
    assert opened.chip(opened.text(f"presets.{preset}")).is_on


def test_a_preset_with_too_few_words_for_the_sentences_is_not_offered():
    words = " ".join(f"w{number}" for number in range(30))
    page = asked(vocab_size=100, source=words)
    labels = [chip.label for row in page.all(Chips, "examples") for chip in row.chips]
    assert page.text("presets.tiny") not in labels
    assert page.text("presets.example") in labels
    notes = [note.text for note in page.all(Note, "chips")]
    assert len(notes) == 1 and "“Tiny” is not offered" in notes[0]
    assert "a vocabulary of 36, and it has 32" in notes[0]
    assert not asked().all(Note, "chips")


def test_a_model_that_is_not_computed_has_nothing_to_try_in_its_numbers():
    page = asked(d_model=4096)
    assert page.row("presets") and not page.row("suggestions")
    assert asked().row("suggestions")


@pytest.mark.parametrize(
    "change", [{"num_heads": 8}, {"dropout": 0.5}, {"padding": 3}, {"label_smoothing": 0.0},
               {"seed": 9}, {"dropping": True}, {"source": "a b"}],
)  # fmt: skip
def test_what_is_said_to_change_nothing_in_a_large_model_changes_nothing(change):
    page = asked(d_model=4096)
    counts = parameter_counts(page)
    assert counts and counts == parameter_counts(page.with_values(**change))


def parameter_counts(page):
    """The first row of each table; the activations are below it."""
    tables = page.all(Table)
    return [[column[0] for column in table.columns.values()] for table in tables]


def test_the_try_chips_do_what_they_say():
    page = asked()
    other = page.pressed("try.norm")
    assert (other.setting.norm, other.setting.below) == ("pre", "depth")
    assert other.pressed("try.norm").setting.norm == "post"
    padded = page.pressed("try.padding")
    assert (padded.setting.padding, padded.setting.below) == (4, "loss")
    assert len(seen(padded).header["src"]["hidden"]) == 4
    assert len(seen(padded).header["tgt"]["hidden"]) == 3
    assert padded.text("watch.try_padding") in padded.watched()


@pytest.mark.parametrize("more", [{}, {"num_heads": 1}, {"source": "a"}, {"target": "b"}])
def test_the_cross_attention_is_pinned_in_the_same_model(more):
    page = asked(**more)
    crossed = page.pressed("try.cross")
    assert crossed.setting == page.setting
    (cell,) = read_trail(crossed.state.selection.pin)
    assert (cell.tensor, cell.index[:2]) == ("decoder.layers.0.cross_attention.weights", (0, 1))
    computation = page.setting.forward.computation(page.setting.label_smoothing)
    assert has_cell(computation, cell)
    assert crossed.arithmetic.here == crossed.state.selection.pin
    assert crossed.explained_number == pytest.approx(computation.value(cell), abs=6e-5)


def test_a_chip_that_only_pins_a_cell_is_never_in_force():
    page = asked().pressed("try.cross")
    assert not page.chip(page.text("try.cross")).is_on


@pytest.mark.parametrize("name", LIMITS)
@pytest.mark.parametrize("side", [0, 1])
def test_sizes_out_of_range_are_refused_with_their_limits(name, side):
    limit = LIMITS[name][side]
    with pytest.raises(InputError) as refused:
        asked(**{name: limit + (1 if side else -1)})
    assert refused.value.name == "size_out_of_range"
    assert (refused.value.values["low"], refused.value.values["high"]) == LIMITS[name]
    assert limit - 1 <= refused.value.values["value"] <= limit + 1


def test_sizes_that_do_not_go_together_are_refused():
    with pytest.raises(InputError) as refused:
        asked(d_model=15)
    assert refused.value.name == "not_divisible"
    with pytest.raises(InputError) as refused:
        asked(vocab_size=9)
    assert refused.value.values == {"vocab_size": 9, "needed": 10}
    assert seen(asked(vocab_size=10)).tensors["logits"]["shape"][-1] == 10


@pytest.mark.parametrize("more", [{}, {"norm": "pre", "shared": True}, {"dropping": True},
                                  {"steps": 3}, {"steps": 3, "reads": "own"}])  # fmt: skip
def test_the_pytorch_gives_the_maps_logits(more):
    page = asked(**more)
    logits = page.ran()["logits"]
    torch.testing.assert_close(logits[0], seen(page).now("logits"))
    torch.testing.assert_close(logits, records_of(page.setting)["logits"])


@pytest.mark.parametrize("tab", TABS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_one_tab_stands_below(language, tab):
    page = asked(language, below=tab)
    (tabs,) = (row for row in page.all(Chips, "below") if row.name == "below")
    assert [chip.is_on for chip in tabs.chips] == [name == tab for name in TABS]
    assert len(page.parts("below")) > 1


@pytest.mark.parametrize("tab", TABS)
def test_what_shows_the_picked_position_follows_it(tab):
    assert asked(below=tab).answer.later["below"].follows_pin == (tab in ("loss", "inference"))


def test_what_is_further_down_is_scrolled_to():
    page = asked()
    reveals = {chip.label: chip.reveal for row in page.all(Chips) for chip in row.chips}
    for name in ("try.norm", "try.padding", *(f"questions.{one}" for one in QUESTIONS)):
        assert reveals[page.text(name)] == "below"
    assert not reveals[page.text("try.cross")] and not reveals[page.text("presets.tiny")]


@pytest.mark.parametrize("norm", ["post", "pre"])
def test_the_equation_is_that_of_the_norm(norm):
    assert asked(norm=norm).answer.equation == norm
