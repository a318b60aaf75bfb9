"""Blocks to fill in, made of what a page shows: the pinned number, or a field of its setting."""

from collections.abc import Callable, Mapping
from typing import Any, Literal

import numpy as np
from msgspec import Struct

from ui.answer.page_handler import PageHandler
from ui.lesson.conditions import matrices_shown, matrix_shown, place_of
from ui.lesson.draft import block_of, fenced
from ui.lesson.lesson import Label
from ui.lesson.library import WORDS
from ui.picture.matrix_view.matrix import Axis, Matrix, Tiles
from ui.picture.matrix_view.pin import Pin
from ui.state.address import State, write_state
from ui.state.control import JsonValue
from ui.state.labels import field_label
from ui.words.language import Text, text_of

Comparison = Literal["is", "is_not", "above", "below", "near", "above_other"]
Kind = Literal["look", "do", "predict", "question", "note"]
LONGEST_VALUE = 40


class Subject(Struct, frozen=True):
    """What a step can ask for: a field of the setting, or with an empty name the pinned number."""

    name: str
    label: str
    value: JsonValue


class Place(Struct, frozen=True):
    """A number on the page as a lesson names it."""

    matrix: Matrix
    row: Label
    col: Label
    value: float


def subjects_of(handler: PageHandler, state: State[Any]) -> list[Subject]:
    """Return what can be asked of a page in a state: the pinned number, then what was changed."""
    setting, text = state.setting, handler.text
    usual = type(setting).default(text).to_json()
    fields = [
        Subject(name, field_label(text, type(setting), name), value)
        for name, value in setting.to_json().items()
        if not isinstance(value, str) or len(value) <= LONGEST_VALUE
    ]
    fields.sort(key=lambda one: one.value == usual[one.name])
    place = pinned_place(handler, state)
    if place is None:
        return fields
    label = f"{place.matrix.name or place.matrix.id} [{place.row}, {place.col}]"
    return [Subject("", label, place.value), *fields]


def pinned_place(handler: PageHandler, state: State[Any]) -> Place | None:
    """Return the pinned number; None if nothing is pinned that a lesson can name."""
    pin = Pin.parse(state.selection.pin)
    matrix = matrix_shown(handler, state, pin.matrix) if pin else None
    if pin is None or matrix is None or isinstance(matrix, Tiles):
        return None
    values = np.asarray(matrix.values, dtype=float)
    if pin.row >= values.shape[0] or pin.col >= values.shape[1]:
        return None
    value = float(values[pin.row, pin.col])
    if not np.isfinite(value):
        return None
    return Place(matrix, label_at(matrix.rows, pin.row), label_at(matrix.cols, pin.col), value)


def label_at(axis: Axis, place: int) -> Label:
    """Return the name of a row or column that `place_of` in conditions.py finds again."""
    labels = axis.labels
    if not labels:
        return place + axis.first
    label = str(labels[place])
    return label if label and list(labels).index(labels[place]) == place else place + 1


def template_of(
    kind: Kind, handler: PageHandler, state: State[Any], subject: str, comparison: Comparison
) -> str:
    """Return a block for a step. An empty `subject` is the pinned number, as in `Subject`."""
    words = text_of(WORDS, handler.language)
    if kind == "note":
        return fenced("note", words("template.note"))
    if kind == "do":
        return block_of("do", _do(words, handler, state, subject, comparison))
    return block_of(kind, _TEMPLATES[kind](words, handler, state))


def _do(
    words: Text, handler: PageHandler, state: State[Any], subject: str, comparison: Comparison
) -> dict[str, Any]:
    place = None if subject else pinned_place(handler, state)
    other = _largest_other(place) if place and comparison == "above_other" else None
    if place is not None:
        value: JsonValue | dict[str, Any] = _rounded(place.value)
        condition: dict[str, Any] = {"matrix": place.matrix.id} | _at(place)
    else:
        settings = state.setting.to_json()
        name = subject if subject in settings else next(iter(settings))
        value, condition = settings[name], {"setting": name}
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    compared = comparison if is_number or comparison == "is_not" else "is"
    if compared == "above_other":
        compared, value = ("above", other) if other else ("is", value)
    return {
        "say": words("template.say"),
        "when": [condition | {compared: value} | ({"within": 0.01} if compared == "near" else {})],
        "hints": [words("template.nudge"), words("template.suggestion")],
        "show": f"{handler.name}{write_state(state, handler.language, handler.text)}",
    }


def _largest_other(place: Place) -> dict[str, Any] | None:
    """The largest other number in the row of the pinned one, which is to become the larger one."""
    values = np.asarray(place.matrix.values, dtype=float)
    row = place_of(place.row, place.matrix.rows, values.shape[0])
    own = place_of(place.col, place.matrix.cols, values.shape[1])
    others = [col for col in range(values.shape[1]) if col != own and np.isfinite(values[row, col])]
    if not others:
        return None
    return {"col": label_at(place.matrix.cols, max(others, key=lambda col: values[row, col]))}


def _rounded(value: float) -> float:
    """A number as the page shows it, four decimals; one that is too small for that stays."""
    return round(value, 4) if abs(value) >= 5e-5 or value == 0 else value


def _at(place: Place) -> dict[str, Label]:
    return {"row": place.row, "col": place.col}


def _shown(handler: PageHandler, state: State[Any]) -> dict[str, Any]:
    """The pinned number; where nothing is pinned, the first row of the first matrix."""
    place = pinned_place(handler, state)
    if place is not None:
        return {"matrix": place.matrix.id} | _at(place)
    first = next(
        (one for one in matrices_shown(handler, state) if not isinstance(one, Tiles)), None
    )
    if first is None:
        return {}
    return {"matrix": first.id, "row": label_at(first.rows, 0)}


def _look(words: Text, handler: PageHandler, state: State[Any]) -> dict[str, Any]:
    return _shown(handler, state) or {"area": "arithmetic"}


def _predict(words: Text, handler: PageHandler, state: State[Any]) -> dict[str, Any]:
    shown = _shown(handler, state) or {"matrix": words("template.matrix"), "row": 1}
    return {
        "ask": words("template.predict"),
        "kind": "cell" if "col" in shown else "row",
        **shown,
        "hints": [words("template.nudge")],
    }


def _question(words: Text, handler: PageHandler, state: State[Any]) -> dict[str, Any]:
    options = [
        {"text": words("template.right_option"), "why": words("template.right_why"), "right": True},
        {"text": words("template.wrong_option"), "why": words("template.wrong_why")},
    ]
    return {
        "ask": words("template.ask"),
        "options": options,
        "hints": [words("template.nudge")],
    }


_TEMPLATES: Mapping[str, Callable[[Text, PageHandler, State[Any]], dict[str, Any]]] = {
    "look": _look,
    "predict": _predict,
    "question": _question,
}
