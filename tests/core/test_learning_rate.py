import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from transformer_core import learning_rate, peak_learning_rate
from transformer_core.learning_rate import schedule_terms
from transformer_lab.measures.schedule import schedule_steps

widths = st.integers(1, 4096)
warmups = st.integers(1, 20_000)


def test_the_rate_is_0_at_step_0():
    assert learning_rate(0, d_model=128).item() == 0


def test_the_first_steps_rise_in_a_straight_line():
    # 1 / sqrt(16) * step * 4^-1.5 = step / 32
    rates = learning_rate(torch.arange(5), d_model=16, warmup_steps=4)
    assert rates.tolist() == pytest.approx([0, 1 / 32, 2 / 32, 3 / 32, 4 / 32])


def test_later_steps_fall_with_the_root():
    # 1 / sqrt(16) / sqrt(step)
    rates = learning_rate(torch.tensor([4, 16, 64]), d_model=16, warmup_steps=4)
    assert rates.tolist() == pytest.approx([1 / 8, 1 / 16, 1 / 32])


def test_the_peak_of_the_worked_example():
    # d_model=128, warmup_steps=4000: 1 / sqrt(128 * 4000)
    assert peak_learning_rate(128) == pytest.approx(0.00139754, abs=1e-8)
    assert learning_rate(4000, 128).item() == pytest.approx(0.00139754, abs=1e-8)
    assert learning_rate(199_999, 128).item() == pytest.approx(0.000197643, abs=1e-9)


def test_the_factor_multiplies_the_schedule():
    assert learning_rate(3, 16, 4, factor=2.0).item() == pytest.approx(6 / 32)
    assert peak_learning_rate(16, 4, factor=2.0) == pytest.approx(2 / 8)


@pytest.mark.parametrize("step", [7, 7.0, torch.tensor(7), torch.tensor(7.0)])
def test_numbers_and_tensors_are_steps_alike(step):
    rate = learning_rate(step, 16, 4)
    assert rate.shape == ()
    assert rate.dtype == torch.float32
    assert rate.item() == pytest.approx(0.25 / 7**0.5)


def test_the_result_has_the_shape_of_the_steps():
    assert learning_rate(torch.ones(2, 3), 16).shape == (2, 3)


@given(d_model=widths, warmup_steps=warmups)
def test_the_peak_is_at_warmup_steps(d_model, warmup_steps):
    around = torch.arange(max(0, warmup_steps - 50), warmup_steps + 50)
    rates = learning_rate(around, d_model, warmup_steps)
    peak = peak_learning_rate(d_model, warmup_steps)
    assert peak == pytest.approx((d_model * warmup_steps) ** -0.5)
    assert rates.max().item() == peak
    assert learning_rate(warmup_steps, d_model, warmup_steps).item() == peak


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((-1, 16), "step must be at least 0, got -1"),
        ((torch.tensor([2.0, -0.5]), 16), "step must be at least 0, got -0.5"),
        ((1, 0), "d_model must be at least 1, got 0"),
        ((1, 16, 0), "warmup_steps must be at least 1, got 0"),
        ((1, 16, 4, 0.0), "factor must be .*, got 0.0"),
    ],
)
def test_impossible_schedules_are_refused_with_the_numbers(arguments, message):
    with pytest.raises(ValueError, match=message):
        learning_rate(*arguments)


@given(number_of_steps=st.integers(1, 200_000), warmup_steps=st.integers(1, 100_000))
def test_a_drawn_schedule_is_short_and_has_its_ends_and_its_peak(number_of_steps, warmup_steps):
    steps = schedule_steps(number_of_steps, warmup_steps)
    assert steps.dtype == torch.int64
    assert len(steps) <= 600
    assert steps[0] == 0
    assert steps[-1] == number_of_steps
    assert (steps.diff() > 0).all()
    assert (warmup_steps in steps.tolist()) == (warmup_steps <= number_of_steps)


def test_a_short_schedule_has_every_step():
    assert schedule_steps(10, 4).tolist() == list(range(11))


@given(number_of_steps=st.integers(301, 200_000), warmup_steps=st.integers(1, 100_000))
def test_straight_lines_between_the_drawn_steps_stay_close_to_the_schedule(
    number_of_steps, warmup_steps
):
    steps = schedule_steps(number_of_steps, warmup_steps)
    rates = learning_rate(steps, 128, warmup_steps).double()
    middles = (steps[1:] + steps[:-1]) / 2
    drawn = (rates[1:] + rates[:-1]) / 2
    off = (drawn - learning_rate(middles, 128, warmup_steps)).abs().max()
    assert off <= 0.05 * peak_learning_rate(128, warmup_steps)


def test_the_terms_of_one_step_by_hand():
    # d_model 16, warm-up 4: 1/4, 1/sqrt(16), 16 / 8
    terms = schedule_terms(16, 16, 4, factor=2.0)
    assert terms[:4] == pytest.approx((0.25, 0.25, 2.0, 0.25))
    assert terms.rate == pytest.approx(0.125)


def test_at_step_0_the_rising_term_wins():
    terms = schedule_terms(0, 16, 4)
    assert terms.falling == float("inf")
    assert (terms.rising, terms.smaller, terms.rate) == (0, 0, 0)


def test_both_terms_are_equal_at_the_peak():
    terms = schedule_terms(4000, 512)
    assert terms.falling == pytest.approx(terms.rising)


def test_a_step_that_is_no_number_is_refused():
    with pytest.raises(ValueError, match="step must be at least 0, got nan"):
        learning_rate(torch.tensor([1.0, float("nan")]), 16)
