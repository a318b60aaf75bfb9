"""What a block must fulfil besides its form: it can be looked at, reached, answered."""

from collections.abc import Callable, Iterator
from typing import Any

from ui.lesson.conditions import NUMERIC, SUBJECTS, other_of
from ui.lesson.lesson import Condition, Do, Look, Number, Open, Predict, Question
from ui.lesson.links import LinkError, target_of

Fault = tuple[str, dict[str, Any]]
_COMPARED = ("equals", "differs", "above", "below", "near", "largest")


def faults_of(block: Any, language: str) -> Iterator[Fault]:
    """What is wrong with a block that is well formed: names of texts, with their values."""
    if isinstance(block, Open):
        yield from _link_faults(block.link, language)
    elif isinstance(block, Do):
        if block.show:
            yield from _link_faults(block.show, language)
        for condition in block.when:
            yield from _condition_faults(condition)
    elif check := _FAULTS.get(type(block)):
        yield from check(block)


def _link_faults(link: str, language: str) -> Iterator[Fault]:
    try:
        target_of(link, language)
    except LinkError as error:
        yield error.key, error.values


def _condition_faults(condition: Condition) -> Iterator[Fault]:
    if sum(bool(getattr(condition, name)) for name in SUBJECTS) != 1:
        yield "one_subject", {}
    if not any(getattr(condition, name) is not None for name in _COMPARED):
        yield "no_comparison", {}
    if condition.tensor and not condition.at:
        yield "no_place", {"field": "at"}
    if condition.matrix and condition.row is None:
        yield "no_place", {"field": "row"}
    if condition.matrix and condition.col is None and condition.largest is None:
        yield "no_place", {"field": "col"}
    if condition.largest is not None and not condition.matrix:
        yield "largest_of_matrix", {}
    for name in NUMERIC:
        if isinstance(other := getattr(condition, name), Number):
            yield from _other_faults(name, condition, other)


def _other_faults(name: str, condition: Condition, other: Number) -> Iterator[Fault]:
    """What is wrong with the other number that one is compared with."""
    if sum(bool(getattr(other, subject)) for subject in SUBJECTS) > 1:
        yield "one_subject", {}
    both = other_of(condition, other)
    if all(getattr(both, field) == getattr(condition, field) for field in Number.__struct_fields__):
        yield "same_number", {"field": name}
    if both.tensor and not both.at:
        yield "no_place", {"field": f"{name}.at"}
    for field in ("row", "col") if both.matrix else ():
        if getattr(both, field) is None:
            yield "no_place", {"field": f"{name}.{field}"}


def _look_faults(look: Look) -> Iterator[Fault]:
    places = (look.matrix, look.control, look.curve, look.area, look.map)
    if sum(map(bool, places)) != 1:
        yield "one_place", {}


def _predict_faults(predict: Predict) -> Iterator[Fault]:
    if bool(predict.matrix) == bool(predict.curve) or (predict.kind == "curve") != bool(
        predict.curve
    ):
        yield "one_picture", {}
    if predict.line is not None and not predict.curve:
        yield "line_of_curve", {}
    wanted = {"cell": ("row", "col"), "row": ("row",), "order": ("row",)}.get(predict.kind, ())
    for name in wanted:
        if getattr(predict, name) is None:
            yield "no_place", {"field": name}


def _question_faults(question: Question) -> Iterator[Fault]:
    if bool(question.options) == bool(question.answer):
        yield "options_or_answer", {}
    if question.options and (
        len(question.options) < 2 or not any(one.right for one in question.options)
    ):
        yield "no_right_option", {}


_FAULTS: dict[type, Callable[[Any], Iterator[Fault]]] = {
    Look: _look_faults,
    Predict: _predict_faults,
    Question: _question_faults,
}
