"""What every page says in each of its presets: the same as written, and the same in Korean."""

from typing import Any

import numpy as np
import pytest

from tests.pages.answers import Asked
from tests.pages.snapshots.comparison import ACCEPT, FOLDER, accepted, difference, written
from tests.pages.snapshots.figures import figure, shortened
from tests.pages.snapshots.page_text import answering_pages, page_text, states
from tests.pages.snapshots.travelled import travelled
from ui.shell.navigation import page_names

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
     (100_000, "100000"), (-1e-9, "0"), (1.5e-6, "1.5e-06"), (-float("inf"), "-∞"), (375, "375"),
     (0.375, "0.3750")],
)  # fmt: skip
def test_a_figure_has_four_digits_that_count(value: float, text: str) -> None:
    assert figure(value) == text


def test_a_matrix_is_shortened_to_its_ends_and_its_sum() -> None:
    assert shortened(np.array([[1, 2], [3, 4], [5, 6]])) == "[1 2] … [5 6] · sum 21"
    assert shortened(np.array([[-np.inf, 0.25]])) == "[-∞ 0.25] · sum 0.25 and 1 × ∞"
    assert shortened(np.array([[1.0, -1.00000001]])) == "[1 -1] · sum 0", "what cancels out is 0"
    assert shortened(np.zeros((0, 3))) == "none"


@pytest.mark.parametrize(
    ("old", "now", "is_rounding"),
    [
        ("sum 0.1234", "sum 0.1235", True),
        ("sum 12.34", "sum 12.33", True),
        ("[0.1234 0.5678]", "[0.1235 0.5677]", True),
        ("sum 0.1234", "sum 0.1236", False),
        ("sum 0.1234", "sum -0.1234", False),
        ("sum 4574.8176", "sum 4574.8173", True),
        ("sum 4574.8176", "sum 4574.8676", False),
        ("1.2345 × 10⁻⁴", "1.2345 × 10⁻⁵", False),
        ("me −2.30 × 10⁻⁶", "me −2.29 × 10⁻⁶", True),
        ("me −2.30 × 10⁻⁶", "me −2.28 × 10⁻⁶", False),
        ("me −2.30 × 10⁻⁶", "me −2.30 × 10⁻⁷", False),
        ("[-0.6370 0.1550]", "[-0.6360 0.1550]", True),
        ("[-0.6370 0.1550]", "[-0.6350 0.1550]", False),
        ("[-0.6370 0.1550]", "[-0.6372 0.1550]", False),
        ("step^-0.5", "step^-0.4", False),
        ("5 keys", "6 keys", False),
        ("sum 0.1234 of Q", "sum 0.1235 of K", False),
    ],
)
def test_only_a_last_digit_may_be_rounded_otherwise(old: str, now: str, is_rounding: bool) -> None:
    expected = old if is_rounding else now
    assert accepted(f"a\n{old}\nb\n", f"new\na\n{now}\nb\n") == f"new\na\n{expected}\nb\n"


def test_a_diff_shows_what_has_changed_and_nothing_that_has_not() -> None:
    page = answering_pages()[0]
    assert difference(page, written(page)) == ""
    lines = difference(page, written(page).replace("area told", "area tolds")).splitlines()
    assert "-area told" in lines
    assert "+area tolds" in lines
