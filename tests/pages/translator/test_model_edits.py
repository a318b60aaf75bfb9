"""A translator with heads switched off and numbers set by hand, as the address writes it."""

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from pages.translator.model_edits import (
    LARGEST,
    NO_EDITS,
    Head,
    SetCell,
    editing,
    read_cells,
    read_heads,
    shapes,
    the_translator,
    write_cells,
    write_heads,
)
from tests.pages.your_sentence.sentence_page import AskedSentence
from ui.words.language import LANGUAGES

heads = st.builds(
    Head, st.sampled_from(["encoder", "decoder", "cross"]), st.integers(0, 1), st.integers(0, 3)
)
finite = st.floats(-LARGEST, LARGEST)
D_MODEL = the_translator().model.config.d_model
WEIGHT = "encoder.layers.0.self_attention.w_q.weight"
HEADS = frozenset({Head("cross", 1, 3), Head("encoder", 0, 0)})


@st.composite
def cells(draw):
    name = draw(st.sampled_from(sorted(shapes())))
    index = tuple(draw(st.integers(0, size - 1)) for size in shapes()[name])
    return SetCell(name, index, draw(finite))


@given(st.frozensets(heads))
def test_heads_are_read_as_they_are_written(some):
    assert read_heads(write_heads(some)) == some


@given(st.lists(cells(), max_size=20, unique_by=lambda cell: (cell.name, cell.index)))
def test_numbers_are_read_to_their_last_digit_as_they_are_written(some):
    assert read_cells(write_cells(tuple(some))) == tuple(some)


@pytest.mark.parametrize("text", ["c2.0", "c0.4", "x0.0", "c0", "c0.0.0", "c-1.0", "c٠.0", "c0.0 "])
def test_what_is_no_head_is_refused(text):
    with pytest.raises(ValueError):
        read_heads(text)


@pytest.mark.parametrize(
    "text",
    [
        f"{WEIGHT}@0.0",
        f"{WEIGHT}@0=1",
        f"{WEIGHT}@0.0.0=1",
        f"{WEIGHT}@{D_MODEL}.0=1",
        f"{WEIGHT}@0.0=nan",
        f"{WEIGHT}@0.0=1e7",
        f"{WEIGHT}@0.0=1e",
        f"{WEIGHT}@0.0=--1",
        "logits@0.0=1",
        "@0.0=1",
        "__class__@0.0=1",
        "~".join(f"{WEIGHT}@{row}.0=1" for row in [*range(64), 0]),
    ],
)
def test_what_sets_no_number_of_a_parameter_is_refused(text):
    with pytest.raises(ValueError):
        read_cells(text)


def test_of_two_numbers_for_one_place_the_last_holds():
    assert read_cells(f"{WEIGHT}@0.0=1~{WEIGHT}@0.0=2") == (SetCell(WEIGHT, (0, 0), 2.0),)


def test_an_untouched_translator_computes_with_its_own_parameters():
    with editing("translator", AskedSentence().setting.edits) as changed:
        assert changed == {}


def test_before_training_the_same_translator_computes_with_the_parameters_that_it_began_with():
    shipped = the_translator()
    src_ids, tgt_ids = torch.tensor([[4, 9, 7]]), torch.tensor([[2, 8]])
    with torch.inference_mode():
        trained, began = (one.model(src_ids, tgt_ids) for one in (shipped, shipped.untrained()))
        with editing("untrained", NO_EDITS):
            assert torch.equal(shipped.model(src_ids, tgt_ids), began)
        assert torch.equal(shipped.model(src_ids, tgt_ids), trained)
    assert not torch.allclose(trained, began)


@pytest.mark.parametrize("language", LANGUAGES)
def test_this_page_shows_the_changed_model_and_what_it_wrote_before(language):
    before = AskedSentence(language)
    page = AskedSentence(language, heads_off=HEADS)
    assert f"{page.text('hide.before_all')}: **{before.heading}**" in page.notes
    weights = page.matrices["weights"].values
    mean = page.setting.written.attentions.cross[-1].mean(0)
    torch.testing.assert_close(torch.as_tensor(weights), mean)
    encoder = AskedSentence(language, heads_off=HEADS, kind="encoder").matrices["weights"].values
    was = AskedSentence(language, kind="encoder").matrices["weights"].values
    assert not torch.equal(torch.as_tensor(encoder), torch.as_tensor(was))


def test_an_example_shows_the_model_as_it_was_trained():
    page = AskedSentence(heads_off=HEADS, cells=read_cells(f"{WEIGHT}@0.0=9"))
    assert page.setting.edits
    assert not page.pressed(page.text("presets.question")).setting.edits


def test_the_pytorch_of_a_changed_model_gives_its_matrix(capsys):
    page = AskedSentence(heads_off=HEADS, cells=read_cells(f"{WEIGHT}@0.0=9~{WEIGHT}@1.2=-0.5"))
    names = page.ran("core")
    assert torch.equal(names["weights"], torch.as_tensor(page.matrices["weights"].values))
    assert capsys.readouterr().out.startswith(page.setting.written.translation.written)
    assert torch.allclose(page.ran("torch")["weights"], names["weights"], atol=1e-5)


@pytest.mark.parametrize("language", LANGUAGES)
def test_both_counts_of_what_was_changed_are_said_and_nothing_where_nothing_was(language):
    changed = AskedSentence(language, heads_off=HEADS, cells=(SetCell(WEIGHT, (0, 0), 1.0),))
    text = changed.text("state.edited", heads=2, cells=1)
    assert any(text in note for note in changed.notes)
    start = changed.text("state.edited", heads=0, cells=0)
    assert not any(start in note for note in AskedSentence(language).notes)
