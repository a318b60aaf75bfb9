"""What a page marks while a lesson asks for something."""

import numpy as np
import pytest

from tests.lessons.test_lessons import BOTH, of_kind, parts
from ui.answer.parts import Board
from ui.lesson.conditions import place_of
from ui.lesson.lesson import Predict
from ui.picture.matrix_view.matrix import Matrix
from ui.picture.matrix_view.pin import Pin


@pytest.mark.sampled
@pytest.mark.parametrize(("name", "language"), BOTH)
def test_no_marked_cell_tells_which_is_the_largest(name: str, language: str) -> None:
    """A cell that is pinned, or explained while none is, is marked in all matrices of its shape."""
    for step, block, target in of_kind(Predict, name, language):
        if block.kind != "pick" or target is None or block.row is None:
            continue
        for board in (part for part in parts(target, language) if isinstance(part, Board)):
            of_board = {item.id: item for item in board.items if isinstance(item, Matrix)}
            pin = Pin.parse(target.state.selection.pin or board.explained)
            if block.matrix not in of_board or pin is None or pin.matrix not in of_board:
                continue
            asked, values = of_board[block.matrix], np.asarray(of_board[block.matrix].values)
            row = place_of(block.row, asked.rows, len(values))
            is_marked = np.shape(of_board[pin.matrix].values) == values.shape and pin.row == row
            assert not (is_marked and pin.col == values[row].argmax()), step.title
