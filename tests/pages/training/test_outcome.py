"""What came of a training is decided by what is measured of it."""

import math

import pytest

from pages.training.outcome import (
    OUTCOMES,
    Result,
    Yardstick,
    depends_on_order,
    outcome,
    result_of,
    yardstick,
)
from transformer_lab.learning import RunConfig

DIGITS = Yardstick(target_length=11, frequency_loss=2.39)
START = 3.1


def came(loss: float, exact: float, reordered: float = 0.0) -> str:
    return outcome(Result(600, loss, exact, START), DIGITS, reordered)


@pytest.mark.parametrize(
    ("loss", "exact", "expected"),
    [
        (0.001, 64 / 64, "learned"),
        (0.001, 63 / 64, "learned"),
        (0.3, 58 / 64, "learned"),
        (0.3, 57 / 64, "partly"),
        (0.3, 1 / 64, "partly"),
        (0.873, 3 / 64, "partly"),
        (0.001, 0.0, "deceived"),
        (0.873, 0.0, "better"),
        (2.2, 0.0, "better"),
        (2.389, 0.0, "not"),
        (2.39, 0.0, "not"),
        (START, 0.0, "not"),
        (math.nan, 0.0, "not"),
        (math.inf, 0.0, "not"),
    ],
)
def test_loss_and_exact_match_decide(loss: float, exact: float, expected: str) -> None:
    assert came(loss, exact) == expected


@pytest.mark.parametrize(
    ("exact", "reordered", "expected"),
    [
        (0.0, 33 / 64, "reordered"),
        (0.0, 32 / 64, "better"),
        (1 / 64, 33 / 64, "reordered"),
        (1 / 64, 32 / 64, "partly"),
    ],
)
def test_right_tokens_in_the_wrong_order_are_said_where_most_sentences_have_them(
    exact: float, reordered: float, expected: str
) -> None:
    assert came(1.212, exact, reordered) == expected


def test_deceived_is_who_is_promised_half_and_gets_less_than_half_of_that() -> None:
    loss = math.log(2) / DIGITS.target_length
    assert came(loss * 0.99, 0.2) == "deceived"
    assert came(loss * 1.01, 0.2) == "partly"
    assert came(loss * 0.99, 0.3) == "partly"


@pytest.mark.parametrize("loss", [0.001, 0.5, 2.0, 3.0, math.nan])
@pytest.mark.parametrize("exact", [0.0, 0.01, 0.5, 0.51, 0.99, 1.0])
def test_what_is_not_asked_for_would_change_nothing(loss: float, exact: float) -> None:
    each = {came(loss, exact, reordered) for reordered in (0.0, 1 - exact)}
    assert each <= set(OUTCOMES)
    assert len(each) == 1 or depends_on_order(Result(1, loss, exact, START), DIGITS)


def test_digits_are_guessed_by_frequency_no_better_than_one_of_eleven() -> None:
    assert yardstick(RunConfig()).target_length == 11
    assert yardstick(RunConfig()).frequency_loss == pytest.approx(math.log(11), abs=0.02)


def test_a_result_knows_its_start_and_when_all_was_right_first() -> None:
    records = [(0, 3.0, 0.0), (5, 0.1, 0.99), (10, 0.2, 1.0), (15, 0.0, 1.0)]
    assert result_of(records) == Result(15, 0.0, 1.0, 3.0, 10)
    assert result_of([]) is None
