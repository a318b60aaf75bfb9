"""What a class is asked, which answers can be counted, and how they are shown."""

import math
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct
from msgspec.structs import replace

Kind = Literal["pick", "number", "row", "mask", "order", "curve"]
Words = Annotated[str, Meta(max_length=300)]
Answer = list[float]
"""One person's answer. Of a pick: the places of the options; a number: itself; a row or a curve:
its values from left to right; a mask: the places of the hidden cells, row by row; an order: the
places of the tokens in their order. Empty where a person chose to give none."""
MOST_CELLS = 1024
MOST_OPTIONS = {"pick": 256, "order": 12}
"""A picture has many cells to pick from; nobody puts more in order."""
MOST_DRAWN = 150
"""Rows, curves or masks that are drawn over each other; more of them cannot be told apart."""
MOST_SHOWN = 12
"""Different numbers or orders that are counted apart."""


class Question(Struct, frozen=True, kw_only=True):
    """A question about a picture."""

    kind: Kind
    text: Words
    link: Annotated[str, Meta(max_length=8000)] = ""
    """The page with its setting, from its path on."""
    subject: dict[str, Any] = {}
    """Which picture of the page is asked about: what its own prediction is called there."""
    options: Annotated[tuple[Words, ...], Meta(max_length=MOST_CELLS)] = ()
    """What can be picked or put in order; or the keys of a row."""
    size: Annotated[int, Meta(ge=0, le=MOST_CELLS)] = 0
    """Of a row or curve the number of its values, of a mask of its cells."""
    columns: Annotated[int, Meta(ge=0, le=MOST_CELLS)] = 0
    """Of a mask."""
    right: tuple[float, ...] | None = None
    """The right answer, where there is one. Of a pick: all right options; where a person picks one,
    any of them is right."""
    tolerance: Annotated[float, Meta(ge=0, le=1000)] = 0.005
    """How far a number may be from the right one, each of a row, and a curve on average."""
    several: bool = False
    """Whether a person may pick several options."""
    none: bool = False
    """Whether a person may say that none is right."""
    seconds: Annotated[int, Meta(ge=0, le=3600)] = 0
    """How long it can be answered; 0: until it is closed."""


def problem_of(question: Question) -> str:
    """Return the name of what is wrong with a question, empty if nothing is."""
    if not question.text.strip():
        return "no_text"
    most = MOST_OPTIONS.get(question.kind)
    if most is not None and not 2 <= len(question.options) <= most:
        return "options"
    if question.kind in ("row", "curve", "mask") and not question.size:
        return "size"
    if question.kind == "mask" and (not question.columns or question.size % question.columns):
        return "size"
    if question.right is not None and not _can_be_right(question, list(question.right)):
        return "right"
    return ""


def _can_be_right(question: Question, right: Answer) -> bool:
    several = replace(question, several=True) if question.kind == "pick" else question
    return is_answer(several, right)


def _is_pick(question: Question, answer: Answer) -> bool:
    return (
        _are_places(answer, len(question.options))
        and len(set(answer)) == len(answer)
        and (question.several or len(answer) == 1)
    )


def _is_order(question: Question, answer: Answer) -> bool:
    return sorted(answer) == list(range(len(question.options)))


def _is_mask(question: Question, answer: Answer) -> bool:
    return _are_places(answer, question.size) and len(set(answer)) == len(answer)


def _are_places(answer: Answer, size: int) -> bool:
    return all(one == int(one) and 0 <= one < size for one in answer)


_IS: dict[Kind, Callable[[Question, Answer], bool]] = {
    "pick": _is_pick,
    "number": lambda _, answer: len(answer) == 1,
    "row": lambda question, answer: len(answer) == question.size,
    "mask": _is_mask,
    "order": _is_order,
    "curve": lambda question, answer: len(answer) == question.size,
}


def is_answer(question: Question, answer: Answer) -> bool:
    """Return whether an answer can be counted."""
    if not all(map(math.isfinite, answer)):
        return False
    if not answer and question.kind != "mask":
        return question.none
    return _IS[question.kind](question, answer)


def is_right(question: Question, answer: Answer) -> bool:
    """Return whether an answer is the right one. Needs a question that has one."""
    right = question.right
    assert right is not None
    if question.kind == "pick" and not question.several and right:
        return bool(answer) and set(answer) <= set(right)
    if question.kind in ("pick", "mask"):
        return set(answer) == set(right)
    if question.kind == "curve":
        return _mean_gap(answer, right) <= question.tolerance
    if question.kind == "order":
        return tuple(answer) == right
    return len(answer) == len(right) and all(
        abs(one - other) <= question.tolerance for one, other in zip(answer, right, strict=True)
    )


def _mean_gap(answer: Sequence[float], right: Sequence[float]) -> float:
    """Return how far a curve is from another on average; of no curve, infinity."""
    if not answer:
        return math.inf
    return _mean([abs(one - other) for one, other in zip(answer, right, strict=True)])


class Distribution(Struct, frozen=True, omit_defaults=True):
    """What was answered, without anybody's name, in no order of time."""

    answered: int
    counts: tuple[tuple[Answer, int], ...] = ()
    """Different answers and how many gave them, the most frequent first; of a pick, each option."""
    others: int = 0
    """How many gave an answer that is not in `counts`."""
    cells: tuple[int, ...] = ()
    """Of a mask: how many hide each cell, row by row."""
    drawn: tuple[Answer, ...] = ()
    """Of rows, curves and masks: each answer; of very many, some."""
    mean: tuple[float, ...] = ()
    """Of numbers, rows and curves: the mean of each value."""
    right: int | None = None
    """How many are right, where a right answer is known."""


def distribution(question: Question, answers: Sequence[Answer]) -> Distribution:
    """Count answers."""
    values = [tuple(one) for one in answers]
    right = None
    if question.right is not None:
        right = sum(is_right(question, list(one)) for one in values)
    if question.kind == "pick":
        given = Counter(place for one in values for place in one)
        options = range(len(question.options))
        counts = [([float(place)], given[float(place)]) for place in options]
        if question.none:
            counts.append(([], values.count(())))
        return Distribution(len(values), tuple(counts), right=right)
    if question.kind == "mask":
        allowed = Counter(int(place) for one in values for place in one)
        cells = tuple(allowed[place] for place in range(question.size))
        drawn = _some(sorted(list(one) for one in values))
        return Distribution(len(values), cells=cells, drawn=drawn, right=right)
    given_values = [one for one in values if one]
    mean = tuple(map(_mean, zip(*given_values, strict=True))) if question.kind != "order" else ()
    if question.kind in ("row", "curve"):
        drawn = _some(sorted(list(one) for one in given_values))
        return Distribution(len(values), drawn=drawn, mean=mean, right=right)
    frequent = sorted(Counter(values).items(), key=lambda one: (-one[1], one[0]))
    shown = tuple((list(one), number) for one, number in frequent[:MOST_SHOWN])
    others = len(values) - sum(number for _, number in shown)
    return Distribution(len(values), shown, others, mean=mean, right=right)


def _some(answers: Sequence[Answer]) -> tuple[Answer, ...]:
    """Return at most `MOST_DRAWN` of sorted answers, evenly, in the digits that are drawn: each
    window of a class gets them all."""
    step = max(1.0, len(answers) / MOST_DRAWN)
    chosen = [answers[int(place * step)] for place in range(min(len(answers), MOST_DRAWN))]
    return tuple([float(f"{value:.4g}") for value in one] for one in chosen)


def _mean(values: Sequence[float]) -> float:
    return math.fsum(values) / len(values)
