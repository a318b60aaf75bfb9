"""Moving by k positions: one matrix for all of them, or none."""

import pytest
import torch

from tests.pages.answers import Asked
from tests.pages.program_numbers import Held, numbers_of
from transformer_core import position_shift, positional_encoding
from ui.answer.parts import Board, Note


def shifted(language="en", pin="", **values):
    return Asked("positional_encoding", language, pin, below="shift", **values)


@pytest.mark.parametrize("offset", [1, 3, 24])
@pytest.mark.parametrize("base", [1.0, 100.0, 10_000.0])
def test_every_position_times_the_matrix_is_the_position_there(offset, base):
    asked = shifted(seq_len=50, d_model=16, base=base, offset=offset)
    whole = positional_encoding(12 + offset, 16, base)
    assert torch.equal(asked.values("here"), whole[:12])
    assert torch.equal(asked.values("there"), whole[offset:])
    assert torch.equal(asked.values("matrix"), position_shift(offset, 16, base))
    torch.testing.assert_close(asked.values("moved"), whole[offset:], atol=1e-5, rtol=0)
    assert asked.matrices["there"].rows.labels[0] == str(offset)


@pytest.mark.parametrize("cell", [(0, 0), (0, 1), (1, 0), (3, 3), (0, 5)])
def test_a_number_of_the_matrix_is_explained(language, cell):
    row, col = cell
    asked = shifted(language, f"matrix.{row}.{col}", seq_len=6, d_model=8, offset=3)
    expected = float(position_shift(3, 8)[row, col])
    assert asked.explained_number == pytest.approx(expected, abs=5e-5)


@pytest.mark.parametrize(
    ("values", "why"),
    [({"d_model": 7}, "none_odd"), ({"kind": "index"}, "none_index"),
     ({"kind": "normalized_index"}, "none_index")],
)  # fmt: skip
def test_where_no_matrix_moves_every_position_it_says_why(language, values, why):
    asked = shifted(language, **values)
    assert not asked.all(Board, "shift")
    (note,) = asked.all(Note, "shift")
    assert note.text == asked.text(f"shift.{why}")


def test_the_question_pins_a_moved_number(language):
    asked = Asked("positional_encoding", language).pressed("questions.shift")
    assert asked.setting.below == "shift"
    assert asked.explained_number == pytest.approx(float(positional_encoding(5, 8)[4, 0]), abs=5e-5)


@pytest.mark.parametrize("kind", ["torch", "core"])
@pytest.mark.parametrize("values", [{}, {"offset": 7, "d_model": 16, "base": 50.0}])
def test_the_program_moves_them_alike(kind, values):
    asked = shifted(**values)
    _, found = numbers_of(asked.program.sources[kind])
    held = Held(found)
    for name in ("here", "matrix", "moved", "there"):
        assert held.distance(asked.handler.page.tensors(asked.setting)[name]) <= 2e-6, name


@pytest.mark.parametrize("values", [{"below": "waves"}, {"below": "shift", "d_model": 7}])
def test_the_program_moves_nothing_where_nothing_is_shown_to_move(values):
    source = Asked("positional_encoding", **values).program.sources["torch"]
    assert "moved" not in source and "offset" not in source
