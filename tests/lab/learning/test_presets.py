"""Each task is learned in a bounded number of steps, and what is left out is missed."""

from dataclasses import replace
from functools import cache

import pytest

from transformer_lab.learning import learn, task_of
from transformer_lab.learning.presets import FAILING, LEARNING, WORKING

pytestmark = pytest.mark.usefixtures("one_thread")
SEEDS = (1,)


@cache
def learned(config, share=0.99):
    """The first record, of every 50 steps, with this share of the held-out sentences right."""
    records = learn(replace(config, every=50))
    return next((record for record in records if record.held_out_exact >= share), None)


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("task", "seed"), [*(("reverse", seed) for seed in SEEDS), ("copy", 2), ("sort", 3)]
)
def test_ten_digits_are_learned(task, seed):
    record = learned(replace(LEARNING[task], seed=seed))
    assert record is not None
    assert record.predicted == task_of(task).example.target


@pytest.mark.thorough
def test_the_small_language_is_learned():
    assert learned(replace(LEARNING["translate"], seed=1)) is not None


@pytest.mark.thorough
def test_dates_are_learned():
    record = learned(replace(LEARNING["dates"], seed=2))
    assert record.predicted == task_of("dates").example.target


@pytest.mark.thorough
def test_brackets_are_matched():
    """`python -m benchmarks.tasks` has the tasks that take longer."""
    assert learned(LEARNING["brackets"], 0.95) is not None


@pytest.mark.parametrize("seed", SEEDS)
def test_who_reverses_looks_along_the_other_diagonal(seed):
    record = learned(replace(LEARNING["reverse"], seed=seed))
    cross = record.attention["decoder.layers.0.cross_attention.weights"][0]  # (11, 10)
    assert cross[:10].flip(0).diagonal().mean() > 0.8


@pytest.mark.thorough
@pytest.mark.parametrize("name", [name for name in FAILING if name != "no_look_ahead"])
def test_without_it_next_to_nothing_is_right(name):
    """After as many steps as give more than half with it."""
    *_, record = learn(replace(FAILING[name], every=100), until=100)
    assert record.held_out_exact < 0.1


@pytest.mark.thorough
def test_who_sees_ahead_writes_next_to_nothing_right_with_hardly_any_loss():
    *_, record = learn(replace(FAILING["no_look_ahead"], every=200), until=200)
    assert record.held_out_exact < 0.1
    assert record.loss < 0.05


def test_what_fails_differs_from_what_works_in_one_thing():
    for name, config in FAILING.items():
        changed = {
            field for field in config.__dataclass_fields__
            if getattr(config, field) != getattr(WORKING[name], field)
        }  # fmt: skip
        assert len(changed) == 1, (name, changed)
