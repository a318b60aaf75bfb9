"""Learned positions: a row each up to the trained length, and nothing past it."""

import pytest
import torch

from tests.pages.answers import Asked
from transformer_core.explain.computation import Cell
from ui.answer.parts import Note
from ui.explain.trail import write_trail

SETTINGS = [
    {},
    {"positions": 1, "trained_len": 1, "d_k": 2},
    {"positions": 24, "trained_len": 1, "d_k": 16, "seed": 9999},
    {"positions": 1, "trained_len": 24, "d_k": 7},
    {"positions": 24, "trained_len": 24},
]
settings = pytest.mark.parametrize("values", SETTINGS)


def placed(language="en", pin="", **values):
    return Asked("positional_encoding", language, pin, kind="later", way="learned", **values)


def told(asked):
    return " ".join(note.text for note in asked.all(Note, "later"))


@settings
def test_positions_past_the_trained_length_are_hatched_and_torchs_table_has_none(language, values):
    asked = placed(language, **values)
    setting, total = asked.setting, asked.values("placed")
    known = min(setting.positions, setting.trained_len)
    expected = asked.values("word") + asked.values("position_table")
    assert torch.equal(total[:known], expected) and total[known:].isnan().all()
    hidden = torch.as_tensor(asked.matrices["placed"].hidden)
    assert hidden[known:].all() and not hidden[:known].any()
    missing = setting.positions - setting.trained_len
    said = asked.text("placed.missing", missing=missing, positions=setting.positions)
    table = torch.nn.Embedding(setting.trained_len, setting.width)
    try:
        table(torch.arange(setting.positions))
    except IndexError:
        assert said in told(asked)
    else:
        assert said not in told(asked)
    assert asked.text("placed.past", trained=setting.trained_len,
                      last=setting.trained_len - 1) in told(asked)  # fmt: skip


@settings
@pytest.mark.parametrize("name", ["word", "position_table", "placed"])
def test_every_number_explains_itself(language, name, values):
    asked = placed(language, f"{name}.0.0", **values)
    assert asked.normalised().arithmetic.here == write_trail([Cell(name, (0, 0))])
    assert asked.explained_number == pytest.approx(float(asked.values(name)[0, 0]), abs=1e-4)


def test_a_position_without_a_row_says_so(language):
    asked = placed(language, "placed.5.0")
    assert asked.arithmetic.here == write_trail([Cell("placed", (5, 0))])
    assert asked.text("arithmetic.no_row") in str(asked.arithmetic)
    assert asked.text("arithmetic.no_row") not in str(placed(language, "placed.3.0").arithmetic)


def test_a_longer_table_knows_more_positions():
    asked = placed().pressed("try.longer")
    assert asked.values("position_table").shape == (24, asked.setting.width)
    assert not asked.values("placed").isnan().any()
