"""A piece of a run: where it ends, and that it can end anywhere."""

import dataclasses
import math
from types import SimpleNamespace

import pytest
import torch

from transformer_lab.learning import RunConfig, learn
from transformer_lab.learning.slices import advance, state_at

pytestmark = pytest.mark.usefixtures("one_thread")
TINY = RunConfig(d_model=8, d_ff=8, batch_size=8, steps=12, warmup_steps=4, every=6)


@pytest.fixture
def seconds(monkeypatch: pytest.MonkeyPatch) -> None:
    """A clock by which what comes between two looks at it takes a second."""
    times = iter(range(1000))
    clock = SimpleNamespace(perf_counter=lambda: next(times))
    monkeypatch.setattr("transformer_lab.learning.slices.time", clock)


def test_a_slice_without_time_is_one_step_however_far_the_next_record_is() -> None:
    piece = advance(TINY, None, 0.0)
    assert (piece.state.step, [record.step for record in piece.records]) == (1, [0])


@pytest.mark.usefixtures("seconds")
@pytest.mark.parametrize(
    ("every", "seconds_asked", "step"), [(12, 2, 5), (4, 2, 4), (6, 3, 6), (2, 3, 4), (12, 50, 12)]
)
def test_a_slice_ends_by_time_with_a_record_where_one_is_near(every, seconds_asked, step) -> None:
    config = dataclasses.replace(TINY, every=every)
    assert advance(config, None, seconds_asked).state.step == step


def test_a_run_cut_after_every_step_has_the_same_records() -> None:
    config = dataclasses.replace(TINY, dropout=0.3)
    state, records = None, []
    while state is None or state.step < config.steps:
        piece = advance(config, state, 0.0)
        records, state = [*records, *piece.records], piece.state
    whole = list(learn(config))
    assert [(one.step, one.loss, one.update_sizes) for one in records] == [
        (one.step, one.loss, one.update_sizes) for one in whole
    ]


def test_what_is_computed_again_ends_by_time_too_and_goes_on_to_the_same_weights() -> None:
    whole, state, pieces = state_at(TINY, None, 5), None, 0
    while state is None or state.step < 5:
        state, pieces = state_at(TINY, state, 5, 0.0), pieces + 1
    assert pieces == 5
    assert all(torch.equal(state.weights[name], whole.weights[name]) for name in whole.weights)
    assert state_at(TINY, state, 5, math.inf).step == 5


def test_a_slice_draws_nothing_of_the_steps_before_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """One seed of dropout for its own step, and the order of its own pass through the data."""
    state = advance(TINY, None, math.inf, until=9).state
    drawn: list[str] = []
    for name in ("randint", "randperm"):
        real = getattr(torch, name)

        def counted(*given, real=real, name=name, **options):
            drawn.append(name)
            return real(*given, **options)

        monkeypatch.setattr(torch, name, counted)
    assert advance(TINY, state, 0.0).state.step == 10
    assert sorted(drawn) == ["randint", "randperm", "randperm"]
