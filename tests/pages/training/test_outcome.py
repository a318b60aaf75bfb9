"""What came of a training is decided by its records."""

import math

import pytest

from pages.training.outcome import Result, outcome, result_of

TARGET = 11


@pytest.mark.parametrize(
    ("loss", "exact", "came"),
    [
        (0.001, 1.0, "learned"),
        (0.5, 0.99, "learned"),
        (0.001, 0.0, "deceived"),
        (0.001, 0.6, "partly"),
        (0.3, 0.3, "partly"),
        (2.3, 0.0, "not"),
        (math.nan, 0.0, "not"),
        (math.inf, 0.0, "not"),
    ],
)
def test_loss_and_exact_match_decide(loss: float, exact: float, came: str) -> None:
    assert outcome(Result(600, loss, exact), TARGET) == came


def test_deceived_is_who_is_promised_half_and_gets_less_than_half_of_that() -> None:
    loss = math.log(2) / TARGET
    assert outcome(Result(1, loss * 0.99, 0.2), TARGET) == "deceived"
    assert outcome(Result(1, loss * 1.01, 0.2), TARGET) == "partly"
    assert outcome(Result(1, loss * 0.99, 0.3), TARGET) == "partly"


def test_a_result_knows_when_it_was_learned_first() -> None:
    records = [(0, 3.0, 0.0), (5, 0.1, 0.99), (10, 0.2, 0.9), (15, 0.0, 1.0)]
    assert result_of(records) == Result(15, 0.0, 1.0, 5)
    assert result_of([]) is None
