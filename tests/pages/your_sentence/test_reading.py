"""The tab "Reading by layer": what the model would write if it ended after each layer."""

import pytest
import torch

from pages.translator.model_edits import Head
from pages.your_sentence.forward import ended_early, read_by_layer
from pages.your_sentence.reading import MATRIX
from tests.pages.your_sentence.sentence_page import AskedSentence
from transformer_core.explain.computation import Cell
from transformer_core.explain.explanation import explain
from ui.explain.arithmetic import Arithmetic
from ui.explain.next_words import NextWords
from ui.picture.word_grid import WordGrid
from ui.words.language import LANGUAGES


def board(page):
    (only,) = page.all(WordGrid, "reading")
    return only


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_last_row_is_what_the_model_writes(language):
    page = AskedSentence(language, below="reading")
    grid = board(page)
    assert [cell.text for cell in grid.cells[-1]] == list(grid.cols)
    assert all(cell.is_marked for cell in grid.cells[-1])
    assert [cell.note for cell in grid.cells[-1]] == page.setting.written.percents()
    assert len(grid.rows) == len(grid.cells) == 3


@pytest.mark.parametrize(
    "values",
    [
        {},
        {"model": "untrained"},
        {"heads_off": frozenset({Head("cross", 1, 0)})},
        {"level": "formal"},
    ],
)
def test_the_last_layer_gives_the_models_own_probabilities(values):
    setting = AskedSentence(**values).setting
    own = setting.written.computation.tensors["probabilities"]
    torch.testing.assert_close(read_by_layer(setting)[-1], own)


def test_what_a_pinned_word_comes_from_is_the_layer_that_it_was_read_after():
    page = AskedSentence(below="reading", pin=f"{MATRIX}.1.4")
    words, arithmetic = page.parts("arithmetic")
    assert isinstance(words, NextWords) and isinstance(arithmetic, Arithmetic)
    shown = board(page).cells[1][4]
    assert words.likeliest[0][0] == shown.text
    assert len(words.likeliest) == 5
    assert arithmetic.title.startswith(page.text("reading.after", layer=1))
    early = ended_early(page.setting, 1)
    assert torch.equal(early.tensors["probabilities"], read_by_layer(page.setting)[1])
    step = explain(early, Cell("decoder.output", (4, 0)))
    assert step.terms[0].cells == (Cell("decoder.layers.1.normed_3", (4, 0)),)
    step = explain(early, Cell("decoder.layers.1.normed_3", (4, 0)))
    assert step.terms[0].cells == (Cell("decoder.layers.0.normed_3", (4, 0)),)


def test_a_number_is_followed_within_the_same_board():
    page = AskedSentence(below="reading", pin=f"{MATRIX}.1.4")
    (arithmetic,) = page.all(Arithmetic, "arithmetic")
    page.state = page.after(follow="logits@4.580", here=arithmetic.here)
    assert page.state.selection.pin == f"{MATRIX}.1.4"
    (followed,) = page.all(Arithmetic, "arithmetic")
    assert len(followed.crumbs) == 1
    value = ended_early(page.setting, 1).tensors["logits"][4, 580]
    assert f"{float(value):.4f}" in followed.title


def test_while_stepping_only_what_is_written_is_read():
    assert len(board(AskedSentence(below="reading", step=3)).cols) == 3


def test_why_the_embedding_alone_gives_the_token_that_was_read():
    page = AskedSentence(below="reading")
    total = len(board(page).cols)
    said = page.text("reading.repeats", count=total, total=total)
    read = [cell.text for cell in board(page).cells[0][1:]]
    assert read == list(board(page).cols[:-1]), "the token before the one that is written"
    assert said in page.notes


def test_a_pin_of_no_cell_of_the_board_is_no_pin():
    for pin in ("read.9.0", "read.0.99", "read.x", "weights.0.0"):
        page = AskedSentence(below="reading", pin=pin)
        assert len(page.all(Arithmetic, "arithmetic")) == 1
        assert (
            page.text("reading.after", layer=1) not in page.all(Arithmetic, "arithmetic")[0].title
        )


def test_the_tabs_keep_the_setting_and_another_tab_has_no_board():
    page = AskedSentence(below="reading")
    assert [chip.label for chip in page.row("below").chips if chip.is_on] == [
        page.text("below.reading")
    ]
    assert page.all(WordGrid, "reading")
    page.pressed(page.text("below.heads"))
    assert page.all(WordGrid) == []
    assert page.matrices.keys() == {"weights", "all_heads"}
