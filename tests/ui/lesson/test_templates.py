"""The blocks that the editor inserts are read without a problem, and hold where they were made."""

from typing import Any, get_args

import pytest

from ui.answer.page_handler import PageHandler
from ui.lesson.conditions import place_of, results_of
from ui.lesson.lesson import Do, Look, Note, Number, Predict, Question
from ui.lesson.library import read_text
from ui.lesson.links import target_of
from ui.lesson.templates import Comparison, Kind, label_at, subjects_of, template_of
from ui.picture.matrix_view.matrix import Axis
from ui.words.language import LANGUAGES
from ui.words.pages import page_names

ABOUT = "```lesson\nminutes: 1\ngoal: a\nmakes: b\n```"
BLOCKS = {"look": Look, "do": Do, "predict": Predict, "question": Question, "note": Note}


def made(
    kind: Any, link: str, subject: str = "", comparison: Any = "is", language: str = "en"
) -> Any:
    target = target_of(link, language)
    handler = PageHandler(target.page, language)
    text = template_of(kind, handler, target.state, subject, comparison)
    lesson = read_text(f"# T\n\n{ABOUT}\n\n## One\n\n{text}\n", "a", "a.en.md", language)
    assert not lesson.problems, lesson.problems
    (block,) = lesson.steps[0].items
    return block


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", get_args(Kind))
@pytest.mark.parametrize("page", [one for one in page_names() if one != "overview"])
def test_every_block_can_be_inserted_on_every_page(page: str, kind: str, language: str) -> None:
    assert isinstance(made(kind, page, language=language), BLOCKS[kind])


@pytest.mark.parametrize("comparison", ["is", "near"])
def test_a_task_of_the_pinned_number_holds_where_it_was_made(comparison: str) -> None:
    link = "attention?at_pin=weights.0.2"
    do = made("do", link, comparison=comparison)
    target = target_of(link, "en")
    handler = PageHandler("attention", "en")
    (condition,) = do.when
    assert (condition.matrix, condition.row, condition.col) == ("weights", 0, 2)
    assert all(one.holds for one in results_of(do.when, handler, target.state))
    assert all(one.holds for one in results_of(do.when, handler, target_of(do.show, "en").state))


def test_above_and_below_are_about_the_number_itself() -> None:
    for comparison in ("above", "below"):
        (condition,) = made("do", "attention?at_pin=weights.0.2", comparison=comparison).when
        assert getattr(condition, comparison) == pytest.approx(0.5, abs=1e-4)


def test_another_number_is_the_largest_other_one_of_the_row() -> None:
    """Query 1 of the worked example gives all its weight to key 1: key 0 is to get more than it."""
    do = made("do", "attention?at_pin=weights.1.0", comparison="above_other")
    (condition,) = do.when
    assert (condition.matrix, condition.row, condition.col) == ("weights", 1, 0)
    assert condition.above == Number(col=1)


def test_where_there_is_no_other_number_the_value_itself_is_asked_for() -> None:
    (condition,) = made("do", "attention?at_scaling=false", "queries", "above_other").when
    assert condition.equals is not None and condition.above is None


@pytest.mark.parametrize("comparison", get_args(Comparison))
def test_a_switch_is_never_above_or_near_anything(comparison: str) -> None:
    (condition,) = made("do", "attention?at_scaling=false", "scaling", comparison).when
    assert condition.above is condition.below is condition.near is None
    assert False in (condition.equals, condition.differs)


def test_what_was_changed_comes_first_and_the_pinned_number_before_it() -> None:
    state = target_of("attention?at_scaling=false&at_pin=weights.0.2", "en").state
    subjects = subjects_of(PageHandler("attention", "en"), state)
    assert [one.name for one in subjects[:2]] == ["", "scaling"]
    assert subjects[0].label == "Weights [0, 2]"


def test_a_pin_that_names_nothing_is_no_number() -> None:
    for pin in ("weights.99.0", "nothing.0.0", "weights", "heads.0.0.0"):
        state = target_of("attention", "en").state
        state = type(state)(state.setting, type(state.selection)(pin))
        names = [one.name for one in subjects_of(PageHandler("attention", "en"), state)]
        assert "" not in names


@pytest.mark.parametrize(
    "axis", [Axis("a", first=3), Axis("a", labels=["it", "is", "it", ""]), Axis("a", labels=["7"])]
)
def test_a_row_is_found_again_by_its_label(axis: Axis) -> None:
    count = len(axis.labels) if axis.labels else 4
    assert [place_of(label_at(axis, place), axis, count) for place in range(count)] == list(
        range(count)
    )
