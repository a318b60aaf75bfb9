"""The learning rate of a step is explained: both terms, which of them wins, and the rate."""

import pytest

from pages.learning_rate.arithmetic import RateNaming, rates_computation
from pages.learning_rate.schedules import Schedule
from tests.ui.explained_numbers import assert_recomputed
from transformer_core.explain.computation import Cell
from transformer_core.explain.explanation import explain
from ui.explain.explanation import explanation_lines
from ui.words.language import text_of

PAPER = Schedule(512)


def lines_of(step: int, schedule: Schedule = PAPER, language: str = "en") -> list[str]:
    text = text_of("learning_rate", language)
    told = explain(rates_computation(schedule, step), Cell("rates", (step,)))
    lines = explanation_lines(text, told, RateNaming(text, schedule))
    return [" ".join(span["text"] for span in spans) for _, spans in lines]


@pytest.mark.parametrize("schedule", [PAPER, Schedule(1, 1, 10.0), Schedule(8192, 100_000, 0.01)])
def test_every_rate_is_recomputed_from_its_terms(schedule):
    assert_recomputed(rates_computation(schedule, 200_000))


def test_after_the_warm_up_the_falling_term_wins():
    made, terms, means = lines_of(20_000)
    # 512^-0.5 = 0.04419, 20,000^-0.5 = 0.007071
    assert made == (
        "1 · 512^−0.5 · min(20,000^−0.5, 20,000 · 4,000^−1.5) "
        "= 1 · 0.04419 · 0.007071 = 3.125 × 10⁻⁴"
    )
    assert terms.startswith("falling term 0.007071 · rising term 0.07906 · ")
    assert terms.endswith("slope of the rising term 3.953 × 10⁻⁶")
    assert means.startswith("The falling term is the smaller")
    assert "44.7% of the peak, 6.988 × 10⁻⁴" in means


def test_in_the_warm_up_the_rising_term_wins():
    made, terms, means = lines_of(1000)
    # 1000 / 4000^1.5 = 0.003953
    assert made.endswith("= 1 · 0.04419 · 0.003953 = 1.747 × 10⁻⁴")
    assert "falling term 0.03162 · rising term 0.003953" in terms
    assert means.startswith("The rising term is the smaller")


def test_at_the_peak_both_terms_are_equal():
    made, _, means = lines_of(4000)
    assert made.endswith("= 6.988 × 10⁻⁴")
    assert "both terms are equal" in means


def test_step_0_has_the_rate_0():
    made, terms, _ = lines_of(0)
    assert made.endswith("= 1 · 0.04419 · 0 = 0")
    assert terms.startswith("falling term ∞ · rising term 0")


@pytest.mark.parametrize("step", [0, 1, 4000, 200_000])
def test_every_step_is_told_in_korean(step):
    assert len(lines_of(step, language="ko")) == 3
