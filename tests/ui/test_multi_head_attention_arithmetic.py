"""The numbers of the multi-head page are explained, every one of them."""

import random

import pytest

from transformer_core.computation import Cell
from transformer_core.explanation import explain
from ui.language import text_of
from ui.multi_head_attention_arithmetic import multi_head_board, multi_head_computation
from ui.multi_head_attention_setting import MultiHeadRun, MultiHeadSetting

WORDS = ("she", "read", "the", "book")
SETTINGS = [
    MultiHeadSetting(WORDS, 16, 4, 3),
    MultiHeadSetting(WORDS, 8, 2, 1, "look_ahead", off=frozenset({1})),
    MultiHeadSetting(WORDS, 8, 1, 1, "padding", 4),
]


class _Page:
    text = text_of("multi_head_attention", "en")


@pytest.mark.parametrize("setting", SETTINGS)
def test_every_made_number_is_recomputed_from_its_terms(setting):
    computation = multi_head_computation(MultiHeadRun(setting))
    draw = random.Random(0)
    for name in computation.steps:
        for _ in range(12):
            index = tuple(draw.randrange(size) for size in computation.tensors[name].shape)
            told = explain(computation, Cell(name, index))
            assert told.recomputed() == pytest.approx(told.value, rel=2e-5, abs=3e-6), name


@pytest.mark.parametrize("setting", SETTINGS)
def test_every_shown_number_is_named_and_found_again(setting):
    run = MultiHeadRun(setting)
    computation, board = multi_head_computation(run), multi_head_board(_Page, run, 0)
    for name, shown in board.tensors.items():
        sizes = computation.tensors[name].shape
        cell = Cell(name, (0,) * len(sizes))
        assert board.name(cell).startswith(shown.name)
        if shown.matrix:
            matrix, row, col = board.pinned(cell).split(".")
            assert (matrix, row, col) == (shown.matrix, "0", "0")
