"""Load numbers from a file into a matrix of a page."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from ui.answer.page_handler import PageHandler
from ui.picture.matrix_view.matrix import Matrix, Tiles
from ui.share.matrix_file import boards_of
from ui.share.number_file import Numbers, read_numbers
from ui.state.address import State
from ui.state.change import CellEdit, PaintStroke
from ui.state.setting import Setting
from ui.state.typed_input import MAX_SIZE, InputError

TRANSPOSED = "ᵀ"
"""Marks the name of a matrix that is shown transposed; our own CSV of it has this in its corner, in
a comparison followed by the letter of its side."""


def matrices_of(handler: PageHandler, state: State[Any]) -> Iterator[Matrix]:
    """Yield every matrix on a page, as it is shown."""
    for area in handler.answer(state).areas.values():
        for board in boards_of(area.parts()):
            yield from (item for item in board.items if isinstance(item, Matrix))


def matrix_of(handler: PageHandler, state: State[Any], name: str) -> Matrix:
    """Return a matrix by its id. Raises: InputError if the page does not show it."""
    found = next((one for one in matrices_of(handler, state) if one.id == name), None)
    if found is None:
        raise InputError("file_no_target")
    return found


def loaded(
    handler: PageHandler, state: State[Any], matrix: str, file: str, content: bytes
) -> Setting:
    """Return the setting with a matrix from a file. Raises: InputError; then nothing is changed."""
    shown = matrix_of(handler, state, matrix)
    if isinstance(shown, Tiles) or not (shown.editable or shown.paintable):
        raise InputError("file_not_editable", matrix=shown.name or shown.id)
    numbers = read_numbers(file, content, matrix)
    if shown.paintable:
        return _painted(handler, state, shown, numbers.values)
    made: Setting | None = handler.page.loaded(state.setting, matrix, _upright(numbers).rows)
    return made if made is not None else _edited(handler, state, shown, numbers.values)


def _upright(numbers: Numbers) -> Numbers:
    """Return Q, K or V untransposed: a matrix that was saved as shown is transposed back."""
    is_turned = TRANSPOSED in numbers.name
    upright = Numbers(numbers.values.T if is_turned else numbers.values, numbers.name)
    rows, cols = upright.values.shape
    if rows > MAX_SIZE:
        raise InputError("too_many_rows", count=rows, limit=MAX_SIZE)
    if cols > MAX_SIZE:
        raise InputError("row_too_long", row=1, count=cols, limit=MAX_SIZE)
    return upright


def _require_shape(shown: Matrix, values: np.ndarray) -> None:
    expected = np.asarray(shown.values).shape
    if values.shape != expected:
        (rows, cols), (wanted_rows, wanted_cols) = values.shape, expected
        raise InputError(
            "file_shape", rows=rows, cols=cols, wanted_rows=wanted_rows, wanted_cols=wanted_cols
        )


def _edited(handler: PageHandler, state: State[Any], shown: Matrix, values: np.ndarray) -> Setting:
    """Change every number that differs in the file, as if it were typed."""
    _require_shape(shown, values)
    setting: Setting = state.setting
    different = values.astype(np.float32) != np.asarray(shown.values, dtype=np.float32)
    for row, col in np.argwhere(different).tolist():
        edit = CellEdit(shown.id, row, col, float(values[row, col]))
        setting = handler.page.changed(setting, edit)
    return setting


def _painted(handler: PageHandler, state: State[Any], shown: Matrix, values: np.ndarray) -> Setting:
    """Apply two strokes: the cells to hide, and those to make visible again. 1 means hidden."""
    _require_shape(shown, values)
    if not np.isin(values, (0, 1)).all():
        raise InputError("file_no_mask")
    setting: Setting = state.setting
    for hidden in (True, False):
        cells = [(row, col) for row, col in np.argwhere((values == 1) == hidden).tolist()]
        setting = handler.page.changed(setting, PaintStroke(shown.id, cells, hidden))
    return setting
