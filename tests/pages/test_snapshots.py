"""What every page says in each of its presets: the same as written, and the same in Korean."""

from typing import Any

import numpy as np
import pytest

from tests.pages.answers import Asked
from tests.pages.snapshots.comparison import ACCEPT, FOLDER, difference, written
from tests.pages.snapshots.figures import figure, without_computed
from tests.pages.snapshots.page_text import answering_pages, page_text, states
from tests.pages.snapshots.states import nearest
from tests.pages.snapshots.travelled import travelled
from ui.words.pages import page_names

KEPT_WORDS = ("kind", "id", "scale", "role", "tone", "type", "here", "click", "link")
"""Texts that are no words."""
TRANSLATED = ("gloss", "queryGlosses", "keyGlosses", "glosses", "glossesNext")
"""Words that only the readers of one language need."""


@pytest.fixture(params=page_names())
def page(request: pytest.FixtureRequest) -> str:
    if request.param not in answering_pages():
        pytest.skip("has no answer of its own yet")
    return request.param


def test_a_page_says_what_is_written(page: str) -> None:
    changed = difference(page, page_text(page))
    assert not changed, f"\n{changed}\nIf this is meant: {ACCEPT} {page}"


def test_what_is_written_is_of_pages_that_there_are() -> None:
    assert {file.stem for file in FOLDER.glob("*.txt")} <= set(answering_pages())


def test_in_korean_only_the_words_are_others(page: str) -> None:
    for (label, english), (_, korean) in zip(states(page), states(page, "ko"), strict=True):
        assert _facts(korean) == _facts(english), label


def _facts(asked: Asked) -> tuple[str, dict[str, Any]]:
    """The equation and the areas without their words: ids, scales, limits, shapes, numbers."""
    answer = asked.answer
    return answer.equation, {name: _wordless(travelled(one)) for name, one in answer.areas.items()}


def _wordless(value: Any, name: str = "") -> Any:
    if isinstance(value, dict):
        # A chip may lead to a sentence of its language: then it is on in that one only.
        left_out = ("on", *TRANSLATED)
        return {key: _wordless(one, key) for key, one in value.items() if key not in left_out}
    if isinstance(value, list):
        return [_wordless(one, name) for one in value]
    if isinstance(value, np.ndarray):
        return value.shape, value.tobytes()
    return "" if isinstance(value, str) and name not in KEPT_WORDS else value


@pytest.mark.parametrize(
    ("value", "text"),
    [(0.123456, "0.1235"), (0.5, "0.5"), (0.49999999, "0.5"), (3.0, "3"), (2.99999, "3"),
     (100_000, "100000"), (1.5e-6, "1.5e-06"), (-float("inf"), "-∞"), (375, "375")],
)  # fmt: skip
def test_a_figure_has_four_digits_that_count(value: float, text: str) -> None:
    assert figure(value) == text


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("Q[ 2, 13 ] = −0.2320", "Q[ 2, 13 ] = #"),
        ("made of: 0.4753 · (−12.64911) + 1", "made of: # · (#) + 1"),
        ("2.840 × 10⁻¹⁵ of 3 × 10⁻¹³% and 5 keys", "# of #% and 5 keys"),
        ("limit 1.5e-06, from 0.5 to 100%", "limit 1.5e-06, from 0.5 to 100%"),
    ],
)
def test_a_computed_number_is_left_out_and_a_chosen_one_is_not(text: str, written: str) -> None:
    assert without_computed(text) == written


START = ["area a", "  one", "  two", "area b", "  three"]


@pytest.mark.parametrize(
    ("lines", "text"),
    [
        (START, []),
        (["area a", "  one", "  TWO", "area b", "  three"], ["  area a · 2-2 |   TWO"]),
        (["area a", "  two", "area b", "  three"], ["  area a · 1-1 are gone"]),
        ([*START, "  four"], ["  area b · 1 +   four"]),
        (["area a", "  two", "  one", "area b", "  three"],
         ["  area a", "  0 +   two", "  2-2 are gone"]),
        (["area a", "  one", "  two"], ["  area b · 0-1 are gone"]),
    ],
)  # fmt: skip
def test_a_state_is_told_by_what_it_changes(lines: list[str], text: list[str]) -> None:
    long = [*START, *"uvwxyz"]
    assert list(nearest([*lines, *"uvwxyz"], {"start": long})) == ["as at start", *text]


def test_a_state_that_is_quite_another_is_told_in_full() -> None:
    assert list(nearest(["area c", "  four"], {"start": START})) == ["area c", "  four"]


def test_all_snapshots_together_can_be_read() -> None:
    assert sum(len(written(page).splitlines()) for page in answering_pages()) <= 4500


def test_a_diff_shows_what_has_changed_and_nothing_that_has_not() -> None:
    page = answering_pages()[0]
    assert difference(page, written(page)) == ""
    lines = difference(page, written(page).replace("area details", "area detail")).splitlines()
    assert "-area details" in lines
    assert "+area detail" in lines
