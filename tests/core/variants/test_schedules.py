import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from torch.optim import SGD
from torch.optim.lr_scheduler import CosineAnnealingLR, LinearLR, LRScheduler, SequentialLR
from transformers import optimization

from transformer_core import learning_rate, peak_learning_rate
from transformer_core.variants.schedules import Plan, planned_rate

SHAPES = ("constant", "linear", "cosine", "stable_decay")
plans = st.builds(
    Plan,
    st.sampled_from(SHAPES),
    st.floats(1e-6, 1.0),
    st.integers(1, 40),
    st.integers(1, 90),
    st.integers(1, 90),
    st.sampled_from([0.0, 0.1, 1.0]),
)


def rates(plan, until):
    return planned_rate(torch.arange(until + 1), plan).tolist()


def test_all_rise_in_the_same_straight_line():
    # 8 / 4 = 2 a step
    for shape in SHAPES:
        assert rates(Plan(shape, 8.0, 4, 12, 2), 4) == [0, 2, 4, 6, 8]


def test_a_constant_rate_stays():
    assert rates(Plan("constant", 8.0, 4), 7)[4:] == [8, 8, 8, 8]


def test_a_linear_rate_is_0_at_the_last_step_and_stays_there():
    assert rates(Plan("linear", 8.0, 4, 8), 9)[4:] == [8, 6, 4, 2, 0, 0]


def test_a_cosine_rate_is_half_of_the_peak_half_way():
    # cos(pi / 4) = 0.70711, cos(pi / 2) = 0
    assert rates(Plan("cosine", 8.0, 4, 8), 9)[4:] == pytest.approx(
        [8, 4 * 1.70710678, 4, 4 * 0.29289322, 0, 0], abs=1e-6
    )


def test_stable_decay_stays_and_falls_at_the_end():
    assert rates(Plan("stable_decay", 8.0, 2, 10, 4), 11)[2:] == [8, 8, 8, 8, 8, 6, 4, 2, 0, 0]


def test_the_final_share_is_what_is_left():
    # 0.25 of 8, and half way 0.25 + 0.75 / 2 = 0.625 of 8
    for shape in ("linear", "cosine"):
        assert rates(Plan(shape, 8.0, 4, 8, final=0.25), 9)[6:] == pytest.approx(
            [5, {"linear": 3.5, "cosine": 2 + 6 * 0.14644661}[shape], 2, 2]
        )


def test_with_the_papers_peak_the_warm_up_is_the_papers():
    steps = torch.arange(4001)
    plan = Plan("cosine", peak_learning_rate(512), 4000, 100_000)
    assert torch.allclose(planned_rate(steps, plan), learning_rate(steps, 512), rtol=1e-6)


@given(plan=plans)
def test_the_peak_is_at_warmup_steps_and_nothing_is_higher(plan):
    every = planned_rate(torch.arange(200), plan)
    assert every.max().item() == pytest.approx(plan.peak)
    assert every[plan.warmup_steps].item() == pytest.approx(plan.peak)
    assert (every[plan.warmup_steps :].diff() <= 0).all()
    if plan.shape != "constant":
        last = max(plan.total_steps, plan.warmup_steps + 1)
        assert every[last:].tolist() == pytest.approx([plan.final * plan.peak] * (200 - last))


def _scheduled(build: object, last: int, peak: float = 0.5) -> list[float]:
    """The rates that an optimizer has with a scheduler, of every step from 0."""
    optimizer = SGD([torch.nn.Parameter(torch.zeros(1))], lr=peak)
    scheduler: LRScheduler = build(optimizer)  # type: ignore[operator]
    found = []
    for _ in range(last + 1):
        found.append(optimizer.param_groups[0]["lr"])
        optimizer.step()
        scheduler.step()
    return found


@pytest.mark.parametrize(
    ("shape", "build"),
    [
        ("constant", lambda one: optimization.get_constant_schedule_with_warmup(one, 10)),
        ("linear", lambda one: optimization.get_linear_schedule_with_warmup(one, 10, 60)),
        ("cosine", lambda one: optimization.get_cosine_schedule_with_warmup(one, 10, 60)),
        (
            "stable_decay",
            lambda one: optimization.get_wsd_schedule(one, 10, 20, 60, decay_type="linear"),
        ),
    ],
)
def test_the_rates_are_those_of_transformers(shape, build):
    assert rates(Plan(shape, 0.5, 10, 60, 20), 60) == pytest.approx(_scheduled(build, 60), abs=1e-7)


def test_the_rates_are_those_of_torchs_own_schedulers():
    """LinearLR cannot begin at 0, so only what follows the warm-up is compared."""
    for shape, falls in (
        ("cosine", lambda one: CosineAnnealingLR(one, 50, eta_min=0.05)),
        ("linear", lambda one: LinearLR(one, 1.0, 0.1, 50)),
    ):
        build = lambda one, falls=falls: SequentialLR(  # noqa: E731
            one, [LinearLR(one, 0.1, 1.0, 10), falls(one)], [10]
        )
        assert rates(Plan(shape, 0.5, 10, 60, final=0.1), 60)[10:] == pytest.approx(
            _scheduled(build, 60)[10:], abs=1e-7
        )


@pytest.mark.parametrize(
    ("plan", "message"),
    [
        (Plan("square", 1.0, 4), "shape must be one of constant, .*, got square"),  # type: ignore[arg-type]
        (Plan("linear", 1.0, 0), "warmup_steps must be at least 1, got 0"),
        (Plan("linear", 1.0, 4, 0), "total_steps must be at least 1, got 0"),
        (Plan("stable_decay", 1.0, 4, 9, 0), "decay_steps must be at least 1, got 0"),
        (Plan("linear", 0.0, 4, 9), "peak must be .*, got 0.0"),
        (Plan("cosine", 1.0, 4, 9, final=1.5), "final must be from 0 to 1, got 1.5"),
    ],
)
def test_impossible_plans_are_refused_with_the_numbers(plan, message):
    with pytest.raises(ValueError, match=message):
        planned_rate(1, plan)


def test_a_step_before_the_first_is_refused():
    with pytest.raises(ValueError, match="step must be at least 0, got -1"):
        planned_rate(-1, Plan("constant", 1.0, 4))
