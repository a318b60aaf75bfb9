"""Whether a step is reached is read off the learner's own setting and numbers."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from ui.answer.page_handler import PageHandler
from ui.lesson.conditions import matrices_shown, place_of, reached_in_words, results_of
from ui.lesson.lesson import Condition, Number
from ui.lesson.links import LinkError, target_of
from ui.picture.matrix_view.matrix import Axis
from ui.words.language import LANGUAGES, text_of

HANDLER = PageHandler("attention", "en")
START = target_of("attention", "en").state


def holds(link: str = "attention", **condition: Any) -> bool:
    (result,) = results_of([Condition(**condition)], HANDLER, target_of(link, "en").state)
    return result.holds


def test_a_field_of_the_setting_is_compared() -> None:
    assert holds(setting="scaling", equals=True)
    assert not holds(setting="scaling", equals=False)
    assert holds("attention?at_scaling=false", setting="scaling", equals=False)
    assert holds(setting="queries", equals=3) and not holds(setting="queries", differs=3)
    assert not holds(setting="no_such_field", equals=3)


def test_a_matrix_in_columns_is_found_too() -> None:
    """The quiz of the mistakes has its picture in one of two columns."""
    target = target_of("mistakes?mi_quiz=true", "en")
    shown = matrices_shown(PageHandler("mistakes", "en"), target.state)
    assert next(shown, None) is not None


def test_true_is_not_one() -> None:
    assert not holds(setting="scaling", equals=1)


def test_a_number_of_a_matrix_is_named_as_the_page_shows_it() -> None:
    """The worked example: query 1 gives all its weight to key 1, query 0 half to 2 and to 3."""
    assert holds(matrix="weights", row=1, col=1, near=1.0)
    assert holds(matrix="weights", row=0, col=2, near=0.5)
    assert not holds(matrix="weights", row=0, col=0, above=0.1)
    assert holds(matrix="weights", row=1, largest=1) and not holds(
        matrix="weights", row=1, largest=2
    )


def test_a_result_is_what_the_page_measures(monkeypatch: pytest.MonkeyPatch) -> None:
    measured = replace(HANDLER.page, results=lambda setting: {"queries": 2.0 * setting.queries})
    monkeypatch.setattr("ui.answer.page_handler.answer_of", lambda name: measured)
    assert holds(result="queries", equals=6) and holds(result="queries", above=5)
    assert not holds(result="queries", above=6) and not holds(result="keys", above=0)


def test_a_value_is_named_as_the_page_names_it() -> None:
    asked = [
        Condition(setting="queries", above=5),
        Condition(matrix="weights", row=0, col=2, above=Number(col=3)),
        Condition(matrix="weights", row=0, col=2, near=0.9),
    ]
    setting, weights, near = results_of(asked, HANDLER, START)
    assert (near.wanted, setting.wanted, weights.wanted) == (0.9, None, None)
    assert setting.name == HANDLER.text("controls.queries") and not setting.other_name
    name = next(m for m in matrices_shown(HANDLER, START) if m.id == "weights").name
    assert weights.name == f"{name}[0, 2]" and weights.other_name == f"{name}[0, 3]"
    assert weights.other == weights.value == 0.5


def test_what_is_not_there_fulfils_nothing() -> None:
    assert not holds(matrix="no_such", row=1, col=1, below=10)
    assert not holds(matrix="weights", row=9, col=1, below=10)
    assert not holds(matrix="weights", row="word", col=1, below=10)
    assert not holds(tensor="no_such", at=[1], below=10)
    assert not holds(tensor="weights", at=[1], below=10)
    assert not holds(tensor="weights", at=[99, 99], below=10)


def test_a_number_of_a_tensor_is_counted_from_1_on_each_axis() -> None:
    tensors = HANDLER.page.tensors(START.setting)
    name, tensor = next((name, one) for name, one in tensors.items() if one.dim() == 2)
    value = float(tensor[1, 0])
    assert holds(tensor=name, at=[2, 1], near=value, within=1e-6)
    assert not holds(tensor=name, at=[2, 1], near=value + 1, within=0.5)


@pytest.mark.parametrize(
    ("options", "expected"),
    [({"above": 0.4}, True), ({"above": 0.5}, False), ({"below": 0.5}, False),
     ({"below": 0.51}, True), ({"near": 0.504}, True), ({"near": 0.506}, False),
     ({"near": 0.6, "within": 0.11}, True), ({"above": 0.4, "below": 0.45}, False)],
)  # fmt: skip
def test_a_number_is_compared(options: dict[str, float], expected: bool) -> None:
    assert holds(matrix="weights", row=0, col=2, **options) is expected


WEIGHT = {"matrix": "weights", "row": 0, "col": 2}


@pytest.mark.parametrize(
    ("options", "expected"),
    [({"above": Number(col=0)}, True), ({"below": Number(col=0)}, False),
     ({"above": Number(col=3)}, False), ({"near": Number(col=3)}, True),
     ({"below": Number(row=1, col=1)}, True), ({"above": Number(row=1, col=1)}, False),
     ({"below": Number(matrix="scores")}, True), ({"above": Number(matrix="no_such")}, False),
     ({"above": Number(setting="scaling")}, False), ({"below": Number(setting="queries")}, True),
     ({"above": Number(col=9)}, False), ({"below": Number(setting="source")}, False),
     ({"above": Number(col=0), "below": 0.9}, True),
     ({"above": Number(col=0), "below": 0.1}, False),
     ({"near": Number(row=1, col=1), "within": 0.6}, True)],
)  # fmt: skip
def test_a_number_is_compared_with_another_one(options: dict[str, Any], expected: bool) -> None:
    """Query 0 of the worked example gives half to key 2 and half to key 3; where the other number
    names no matrix, row or column, those of the first are meant."""
    assert holds(**WEIGHT, **options) is expected


def test_the_other_number_is_told_too() -> None:
    (result,) = results_of([Condition(**WEIGHT, above=Number(row=1, col=1))], HANDLER, START)
    assert (result.holds, result.value, result.other) == (
        False, pytest.approx(0.5), pytest.approx(1.0),
    )  # fmt: skip


def test_numbers_of_a_tensor_are_compared_too() -> None:
    name, tensor = next(
        (name, one) for name, one in HANDLER.page.tensors(START.setting).items() if one.dim() == 2
    )
    is_above = float(tensor[0, 0]) > float(tensor[1, 0])
    assert holds(tensor=name, at=[1, 1], above=Number(at=[2, 1])) is is_above


def test_several_conditions_are_told_apart() -> None:
    results = results_of(
        [Condition(setting="queries", equals=3), Condition(setting="queries", equals=4)],
        HANDLER,
        START,
    )
    assert [one.holds for one in results] == [True, False]


def test_labels_are_found_as_written_or_by_their_word() -> None:
    axis = Axis("key", labels=["the (1)", "cat", "the (3)", "777"])
    assert [place_of(one, axis, 4) for one in ("the (3)", "the", "cat", 777, 2, "dog")] == [
        2, 0, 1, 3, 1, None,
    ]  # fmt: skip
    counted = Axis("key", first=0)
    assert [place_of(one, counted, 3) for one in (0, 2, 3, "x")] == [0, 2, None, None]


def test_every_number_of_every_matrix_is_what_is_compared() -> None:
    for area in HANDLER.answer(START).first.values():
        for part in area.parts():
            for item in getattr(part, "items", ()):
                if not hasattr(item, "values") or np.asarray(item.values).ndim != 2:
                    continue
                rows, cols = np.asarray(item.values).shape
                for row, col in ((0, 0), (rows - 1, cols - 1)):
                    value = float(np.asarray(item.values)[row, col])
                    assert holds(matrix=item.id, row=row, col=col, near=value, within=1e-9)


@pytest.mark.parametrize(
    "link",
    [
        "nowhere",
        "",
        "https://example.com/nowhere",
        "masks?mk_nothing=1",
        "masks?at_scaling=false",
        "overview?at_scaling=false",
        "attention?v=4&at_queries=1&sa_word=1",
    ],
)
def test_a_link_that_opens_nothing_is_refused(link: str) -> None:
    if link.startswith("masks"):
        link = f"masks?{PageHandler('masks', 'en').page.setting.PREFIX}_nothing=1"
    with pytest.raises(LinkError):
        target_of(link, "en")


def test_a_whole_url_opens_the_page_of_its_path() -> None:
    assert target_of("https://example.com/app/masks?lang=ko", "en").page == "masks"


def said(page: str, link: str, *conditions: Condition, language: str = "en") -> str:
    handler, state = PageHandler(page, language), target_of(link, language).state
    results = results_of(conditions, handler, state)
    return reached_in_words(conditions, results, handler, state)


def test_what_was_reached_is_said_as_the_page_says_it() -> None:
    """What a learner expects of a run is chosen on the page, and is one of his answers."""
    chosen = Condition(setting="expected", differs="")
    for language in LANGUAGES:
        expected = text_of("training", language)("expect.deceived")
        link = "training?tr_look_ahead=false&tr_expected=deceived"
        assert said("training", link, chosen, language=language).endswith(f": {expected}")
    switch = Condition(setting="scaling", equals=False)
    weight = Condition(matrix="weights", row=1, col=1, above=0.5)
    assert said("attention", "attention", switch, weight) == "Scale by 1/√d_k: on · Weights: 1"
