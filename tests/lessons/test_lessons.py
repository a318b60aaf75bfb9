"""The shipped lessons: what each says is true, and what each asks for can be done."""

import re
from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple, get_args

import numpy as np
import pytest

from tests.ui.test_english import NOT_SAID as NOT_SAID_IN_ENGLISH
from tests.ui.test_korean import NOT_SAID as NOT_SAID_IN_KOREAN
from ui.answer.page_handler import PageHandler
from ui.answer.parts import Board, Curves
from ui.lesson.conditions import place_of, results_of
from ui.lesson.lesson import (
    Cover,
    Do,
    Item,
    Lesson,
    Look,
    Note,
    Open,
    Predict,
    Prose,
    Question,
    Step,
)
from ui.lesson.library import SHIPPED, lesson_of, said
from ui.lesson.links import Target, target_of
from ui.lesson.markdown import inline_tree
from ui.picture.matrix_view.matrix import Matrix, Tiles
from ui.words.language import LANGUAGES

NAMES = sorted({path.name.split(".")[0] for path in SHIPPED.glob("*.md")})
BOTH = [(name, language) for name in NAMES for language in LANGUAGES]
MINUTES, STEPS, WORDS = range(6, 11), range(4, 11), 75
REQUIRED, ASKED = {Do: 1, Predict: 1, Look: 1}, 6
"""How many of a kind of block a lesson has at least, and of tasks, questions and predictions."""
ELSEWHERE = {
    "01_attention_by_hand": {"2.7": "e"},
    "06_positions": {
        "21.5": "a divisor, 10,000^(2/6)",
        "464.2": "a divisor, 10,000^(4/6)",
        "6.28": "2π",
    },
    "12_learning_rate": {
        "0.5": "an exponent of equation 3",
        "1.5": "an exponent of equation 3",
        "0.0014": "128^−0.5 · 4,000^−0.5, where the curve has its mark",
        "0.0007": "half of it, at four times the steps",
        "0.0316": "0.001 · √1,000",
        "0.72": "0.0316 · √512",
    },
}
"""Numbers that no picture of the step shows, and where they come from."""
MOST_NUMBERS = 20_000
"""A larger tensor has some number for every two digits, so it proves nothing."""
_DECIMAL = re.compile(r"(?<![\w.])\d+(?:,\d{3})*\.\d+(?![\w.]*\d)")


class Moment(NamedTuple):
    """A step, one of its blocks, and what the step has opened by then."""

    step: Step
    block: Any
    target: Target | None


def lesson(name: str, language: str) -> Lesson:
    found = lesson_of(name, language)
    assert found is not None
    return found


@cache
def moments(name: str, language: str) -> tuple[Moment, ...]:
    """Every block with the state in which its step begins."""
    found, target = [], None
    for step in lesson(name, language).steps:
        for block in step.items:
            target = target_of(block.link, language) if isinstance(block, Open) else target
        found += [Moment(step, block, target) for block in step.items]
    return tuple(found)


def of_kind(kind: Any, name: str, language: str) -> list[Moment]:
    return [one for one in moments(name, language) if isinstance(one.block, kind)]


@cache
def _parts(page: str, address: str, language: str) -> tuple[Any, ...]:
    answer = PageHandler(page, language).answer(target_of(address, language).state)
    return tuple(part for area in answer.areas.values() for part in area.parts())


def parts(target: Target, language: str) -> tuple[Any, ...]:
    return _parts(target.page, target.address, language)


def matrices(target: Target, language: str) -> dict[str, Matrix]:
    boards = [part for part in parts(target, language) if isinstance(part, Board)]
    items = [item for board in boards for item in board.items]
    return {item.id: item for item in items if isinstance(item, Matrix)}


def reached(block: Do, target: Target, language: str) -> bool:
    handler = PageHandler(target.page, language)
    return all(result.holds for result in results_of(block.when, handler, target.state))


def test_each_lesson_is_there_in_both_languages() -> None:
    assert NAMES
    for name, language in BOTH:
        assert (SHIPPED / f"{name}.{language}.md").is_file()


@pytest.mark.parametrize(("name", "language"), BOTH)
def test_a_lesson_reads_without_a_problem(name: str, language: str) -> None:
    read = lesson(name, language)
    assert not [said(problem, "en") for problem in read.problems]
    assert read.about is not None and read.about.minutes in MINUTES
    assert len(read.steps) in STEPS


@pytest.mark.parametrize("name", NAMES)
def test_both_languages_ask_for_the_same(name: str) -> None:
    def asked(item: Item) -> tuple[Any, ...]:
        if isinstance(item, Question):
            return "question", [option.right for option in item.options], len(item.hints)
        if isinstance(item, Do):
            return "do", len(item.when), len(item.hints), bool(item.show)
        if isinstance(item, Predict):
            return "predict", item.kind, item.matrix, item.curve, item.within, len(item.hints)
        if isinstance(item, Open):
            return "open", target_of(item.link, "en").page
        return (type(item).__name__,)

    english, korean = (
        [[asked(item) for item in step.items] for step in lesson(name, language).steps]
        for language in ("en", "ko")
    )
    assert english == korean


@pytest.mark.parametrize(("name", "language"), BOTH)
def test_every_link_shows_a_page(name: str, language: str) -> None:
    shown = [one.block.link for one in of_kind(Open, name, language)]
    shown += [one.block.show for one in of_kind(Do, name, language) if one.block.show]
    assert shown
    for link in shown:
        assert parts(target_of(link, language), language)


@pytest.mark.parametrize(("name", "language"), BOTH)
def test_what_is_asked_for_is_not_there_yet_and_can_be_reached(name: str, language: str) -> None:
    for step, block, target in of_kind(Do, name, language):
        assert target is not None, step.title
        assert not reached(block, target, language), f"{step.title}: reached at once"
        assert block.hints or block.show, step.title
        if block.show:
            end = target_of(block.show, language)
            assert reached(block, end, language), f"{step.title}: not reached where it is shown"


@pytest.mark.parametrize(("name", "language"), BOTH)
def test_what_is_looked_at_and_predicted_is_on_the_page(name: str, language: str) -> None:
    for step, block, target in of_kind(Look | Predict, name, language):
        assert target is not None, step.title
        if block.matrix:
            found = matrices(target, language)
            assert block.matrix in found, f"{step.title}: {block.matrix} of {[*found]}"
            _check_place(found[block.matrix], block, step.title)
        elif block.curve:
            curves = [one.id for one in parts(target, language) if isinstance(one, Curves)]
            assert block.curve in curves, f"{step.title}: {curves}"
        elif block.control:
            assert block.control in type(target.state.setting).controls(), step.title
        elif block.area:
            answer = PageHandler(target.page, language).answer(target.state)
            assert block.area in answer.areas, step.title
        else:
            tensors = PageHandler(target.page, language).page.tensors(target.state.setting)
            assert block.map in tensors, step.title


@pytest.mark.parametrize(("name", "language"), BOTH)
def test_what_is_kept_covered_is_on_the_page_and_asked_for_later(name: str, language: str) -> None:
    """Or it has the numbers of a curve that is to be drawn."""
    steps = lesson(name, language).steps
    for step, block, target in of_kind(Cover, name, language):
        assert target is not None, step.title
        assert {*block.matrices} <= {*matrices(target, language)}, step.title
        at = next(place for place, one in enumerate(steps) if one is step)
        asked, later = (
            {item.matrix for one in some for item in one.items if isinstance(item, Predict)}
            for some in (steps[at : at + 1], steps[at + 1 :])
        )
        assert not {*block.matrices} & asked, step.title
        draws = any(isinstance(one, Predict) and one.curve for one in step.items)
        assert draws or {*block.matrices} & later, step.title


def _check_place(item: Matrix, block: Look | Predict, title: str) -> None:
    counts = np.shape(item.values)[-2:]
    lines = zip((block.row, block.col), (item.rows, item.cols), counts, strict=True)
    for label, axis, count in lines:
        assert label is None or place_of(label, axis, count) is not None, f"{title}: {label}"
    if isinstance(block, Predict):
        assert (block.kind == "mask") == (item.scale == "mask"), f"{title}: a mask is painted"
        assert not getattr(item, "given", False), f"{title}: nothing leads to a given number"
        assert not isinstance(item, Tiles) or block.kind in ("cell", "pick"), title


@pytest.mark.parametrize(("name", "language"), BOTH)
def test_a_lesson_asks_lets_do_and_ends_with_something_made(name: str, language: str) -> None:
    for kind, least in REQUIRED.items():
        found = len(of_kind(kind, name, language))
        if kind is Predict:
            # The training page asks itself what a run is expected to do.
            found += sum(
                condition.setting == "expected"
                for one in of_kind(Do, name, language)
                for condition in one.block.when
            )
        assert found >= least, kind.__name__
    assert sum(len(of_kind(kind, name, language)) for kind in (Do, Question, Predict)) >= ASKED
    steps = lesson(name, language).steps
    assert any(isinstance(item, Do) for item in steps[-1].items)
    noted = [step for step in steps if any(isinstance(item, Note) for item in step.items)]
    assert 2 * len(noted) > len(steps)


def _strings(tree: Any) -> Iterator[str]:
    if isinstance(tree, str):
        yield tree
        return
    # The first entry of a list below the top is its tag.
    for branch in tree:
        yield from [branch] if isinstance(branch, str) else _strings(branch[1:])


def texts(item: Item) -> list[str]:
    """Everything that a block says."""
    if isinstance(item, Prose):
        return [*_strings(item.tree)]
    if isinstance(item, Question):
        options = [text for option in item.options for text in (option.text, option.why)]
        return [item.ask, item.answer, *options, *item.hints]
    if isinstance(item, Predict):
        return [item.ask, *item.hints]
    if isinstance(item, Do):
        return [item.say, *item.hints]
    return [item.text] if isinstance(item, Note) else []


@pytest.mark.parametrize(("name", "language"), BOTH)
def test_a_step_is_short(name: str, language: str) -> None:
    for step in lesson(name, language).steps:
        prose = [text for item in step.items if isinstance(item, Prose) for text in texts(item)]
        words = len(" ".join(prose).split())
        assert words <= WORDS, f"{step.title}: {words} words"


@pytest.mark.parametrize(("name", "language"), BOTH)
def test_what_marks_bold_text_is_never_shown(name: str, language: str) -> None:
    """Next to a sign, as before a Korean particle, Markdown may take the marks for asterisks."""
    for step in lesson(name, language).steps:
        shown = [one.tree for one in step.items if isinstance(one, Prose)]
        shown += [inline_tree(text) for one in step.items for text in texts(one)]
        assert not [text for tree in shown for text in _strings(tree) if "**" in text], step.title


@pytest.mark.parametrize(("name", "language"), BOTH)
def test_numbers_of_a_text_are_on_its_page(name: str, language: str) -> None:
    """On that of the step, where it begins or ends, or of the step before it."""
    known = ELSEWHERE.get(name, {})
    before: list[Target] = []
    for step in lesson(name, language).steps:
        here = [one for one in moments(name, language) if one.step is step]
        now = _targets(here, language)
        missing = {found for one in here for text in texts(one.block) for found in decimals(text)}
        missing -= {*known, *asked_for(here)}
        for target in [*now, *before] if missing else []:
            missing -= {one for one in missing if _is_shown(one, target, language)}
        assert not missing, f"{step.title}: {sorted(missing)}"
        before = now


def _targets(step: list[Moment], language: str) -> list[Target]:
    """What a step opens, and what it shows in the end."""
    ends = [one.block.show for one in step if isinstance(one.block, Do) and one.block.show]
    begins = [one.target for one in step if one.target][:1]
    return [*begins, *(target_of(end, language) for end in ends)]


def decimals(text: str) -> list[str]:
    """The numbers of a text that have decimals."""
    return _DECIMAL.findall(text)


def asked_for(step: list[Moment]) -> set[str]:
    """The numbers with which a step compares."""
    conditions = [
        one for moment in step if isinstance(moment.block, Do) for one in moment.block.when
    ]
    numbers = [(one.above, one.below, one.near, one.equals) for one in conditions]
    return {str(abs(one)) for row in numbers for one in row if isinstance(one, float)}


def _is_shown(number: str, target: Target, language: str) -> bool:
    """Whether a page has a number that rounds to this one."""
    value, half = float(number.replace(",", "")), 0.5 * 10.0 ** -len(number.split(".")[1])
    return any(
        bool((abs(abs(values) - value) <= half + 1e-6).any())
        for values in _numbers(target.page, target.address, language)
    )


@cache
def _numbers(page: str, address: str, language: str) -> tuple[Any, ...]:
    target = target_of(address, language)
    plain = target.state.setting.to_json().values()
    given = [np.array([one for one in plain if isinstance(one, float)])]
    shown = [np.asarray(one.values, dtype=float) for one in matrices(target, language).values()]
    tensors = PageHandler(page, language).page.tensors(target.state.setting).values()
    small = [one.detach().double().numpy() for one in tensors if one.numel() <= MOST_NUMBERS]
    return (*given, *shown, *small)


@pytest.mark.parametrize(("name", "language"), BOTH)
def test_a_lesson_says_things_as_the_pages_do(name: str, language: str) -> None:
    not_said = NOT_SAID_IN_ENGLISH
    if language == "ko":
        not_said = {re.escape(word): instead for word, instead in NOT_SAID_IN_KOREAN.items()}
    wrong = [
        f"{step.title}: {match.group()} → {instead}"
        for step in lesson(name, language).steps
        for item in step.items
        for text in texts(item)
        for pattern, instead in not_said.items()
        if (match := re.search(pattern, text))
    ]
    assert not wrong


def test_every_kind_of_prediction_is_asked_for_in_some_lesson() -> None:
    kinds = {one.block.kind for name in NAMES for one in of_kind(Predict, name, "en")}
    assert kinds == set(get_args(Predict.__annotations__["kind"]))
