"""A lesson on paper: its steps, the pictures to draw, and what the key says, computed now."""

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from ui.answer.page_handler import PageHandler
from ui.lesson.conditions import matrix_shown, place_of
from ui.lesson.header import lesson_header
from ui.lesson.lesson import Cover, Do, Lesson, Look, Open, Predict, Step
from ui.lesson.links import LinkError, Target, header_of, target_of
from ui.lesson.templates import label_at
from ui.picture.matrix_view.matrix import Matrix, Tiles
from ui.share.link_contents import caption, changed_fields

Line = Sequence[tuple[str, float | None]]
"""Numbers with their labels; None for a hidden one."""
MOST_NUMBERS = 40
"""Numbers of a prediction that the key lists; of a larger one it shows the picture alone."""


def worksheet_of(lesson: Lesson, language: str) -> dict[str, Any]:
    """Return a lesson as its header has it, with the pictures of each step, and for each prediction
    what is covered and what it is: a list of label and number (None for a hidden one), of a mask a
    list of row and hidden columns.
    """
    sheet = lesson_header(lesson, language)
    target = None
    for step, header in zip(lesson.steps, sheet["steps"], strict=True):
        own = None
        for item, entry in zip(step.items, header["items"], strict=True):
            if isinstance(item, Open):
                own = own or _target(item.link, language)
                target = _target(item.link, language) or target
            elif isinstance(item, Predict) and target is not None:
                entry |= _expected(item, target, language)
            elif isinstance(item, Do) and item.show:
                entry["reached"] = _reached(item.show, language)
        header["picture"] = _picture(step, own, own or target, language)
    return sheet


def _target(link: str, language: str) -> Target | None:
    try:
        return target_of(link, language)
    except LinkError:
        return None


def _picture(
    step: Step, own: Target | None, shown: Target | None, language: str
) -> dict[str, Any] | None:
    """What to draw of a step: of the page that it opens, or of what it asks to predict."""
    asked = [one for one in step.items if isinstance(one, Predict)]
    if shown is None or not (own or asked):
        return None
    named = [one for one in step.items if isinstance(one, Look | Predict)]
    handler = PageHandler(shown.page, language)
    return {
        "target": {**header_of(shown), "title": handler.text(f"pages.{shown.page}")},
        "caption": caption(shown.page, handler.text, shown.state.setting),
        "lines_mean": handler.text("share.lines_mean"),
        "matrices": [one.matrix for one in named if one.matrix],
        "curves": [one.curve for one in named if one.curve],
        "covers": [*_covers(asked, shown, language), *_kept_covered(step)],
        "pin": next(_looked_at(named, shown, language), ""),
        # Without a page of its own a step shows what it asks for, and not the whole again.
        "is_part": own is None,
    }


def _looked_at(named: Sequence[Look | Predict], target: Target, language: str) -> Iterator[str]:
    """The pins of the numbers to look at."""
    handler = PageHandler(target.page, language)
    for look in named:
        matrix = matrix_shown(handler, target.state, look.matrix)
        if not isinstance(look, Look) or matrix is None or isinstance(matrix, Tiles):
            continue
        rows, cols = np.asarray(matrix.values).shape
        row, col = place_of(look.row, matrix.rows, rows), place_of(look.col, matrix.cols, cols)
        if row is not None and col is not None:
            yield f"{matrix.id}.{row}.{col}"


def _covers(asked: list[Predict], target: Target, language: str) -> Iterator[dict[str, Any]]:
    for predict in asked:
        if predict.curve:
            yield {"curve": predict.curve}
        elif (matrix := _matrix(predict, target, language)) is not None:
            yield {"matrix": matrix.id} | _covered(predict, matrix)


def _kept_covered(step: Step) -> Iterator[dict[str, Any]]:
    """What later steps ask for."""
    for item in step.items:
        if isinstance(item, Cover):
            yield from ({"matrix": name, "row": None, "col": None} for name in item.matrices)


def _matrix(predict: Predict, target: Target, language: str) -> Matrix | None:
    return matrix_shown(PageHandler(target.page, language), target.state, predict.matrix)


def _covered(predict: Predict, matrix: Matrix) -> dict[str, int | None]:
    """The row and column that are covered; None is all of them. The other weights of a row would
    give one of them away."""
    rows, cols = np.asarray(matrix.values).shape[-2:]
    is_cell = predict.kind == "cell" and matrix.scale != "weights"
    cover = predict.cover or ("cell" if is_cell else "row")
    is_all = cover == "all"
    return {
        "row": None if is_all else place_of(predict.row, matrix.rows, rows),
        "col": place_of(predict.col, matrix.cols, cols) if cover == "cell" else None,
    }


def _expected(predict: Predict, target: Target, language: str) -> dict[str, Any]:
    matrix = _matrix(predict, target, language)
    if matrix is None:
        return {"expected": []}
    if predict.kind == "mask":
        return {"expected": [], "grid": _grid(predict, matrix)}
    values, hidden = _numbers(matrix)
    row = place_of(predict.row, matrix.rows, values.shape[0])
    if row is None:
        return {"expected": _largest(matrix) if predict.kind == "pick" else []}
    line = [
        (str(label_at(matrix.cols, col)), None if hidden[row, col] else float(values[row, col]))
        for col in range(values.shape[1])
    ]
    return {"expected": _answer(predict, matrix, line)[:MOST_NUMBERS]}


def _grid(predict: Predict, matrix: Matrix) -> dict[str, list[Any]]:
    """What to paint a mask on: the columns, and the rows, each with where it hides."""
    hidden = np.asarray(matrix.values if matrix.hidden is None else matrix.hidden, dtype=bool)
    asked = place_of(predict.row, matrix.rows, hidden.shape[0])
    rows = range(hidden.shape[0]) if asked is None else [asked]
    return {
        "cols": [str(label_at(matrix.cols, col)) for col in range(hidden.shape[1])],
        "rows": [(str(label_at(matrix.rows, row)), hidden[row].tolist()) for row in rows],
    }


def _largest(matrix: Matrix) -> Line:
    """The largest number of a whole matrix, with its row and column."""
    values, hidden = _numbers(matrix)
    seen = np.where(hidden, -np.inf, values)
    row, col = np.unravel_index(int(seen.argmax()), seen.shape)
    place = f"{label_at(matrix.rows, int(row))}, {label_at(matrix.cols, int(col))}"
    return [(place, float(values[row, col]))] if np.isfinite(seen[row, col]) else []


def _answer(predict: Predict, matrix: Matrix, line: Line) -> Line:
    seen = sorted(((value, label) for label, value in line if value is not None), reverse=True)
    if predict.kind == "cell":
        col = place_of(predict.col, matrix.cols, len(line))
        return [] if col is None else [line[col]]
    if predict.kind in ("pick", "order"):
        return [(label, value) for value, label in seen][: 1 if predict.kind == "pick" else None]
    return line


def _numbers(matrix: Matrix) -> tuple[np.ndarray, np.ndarray]:
    """The numbers of a matrix, and which of them are none: hidden, or not finite. Of several
    matrices on one canvas the first is asked for."""
    values = np.asarray(matrix.values, dtype=float)
    hidden = np.zeros(values.shape, dtype=bool)
    if matrix.hidden is not None and matrix.scale != "mask":
        hidden |= np.asarray(matrix.hidden, dtype=bool)
    hidden |= ~np.isfinite(values)
    return (values[0], hidden[0]) if isinstance(matrix, Tiles) else (values, hidden)


def _reached(link: str, language: str) -> list[tuple[str, str]]:
    """In which settings a step is reached: label and value of each that is not the usual one."""
    target = _target(link, language)
    if target is None:
        return []
    return list(changed_fields(PageHandler(target.page, language).text, target.state.setting))
