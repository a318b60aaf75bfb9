"""Every rate of a schedule is worked out again from the numbers of its equation."""

import pytest

from tests.ui.explained_numbers import assert_recomputed
from transformer_core.explain.computation import Cell
from transformer_core.explain.explanation import explain
from transformer_core.variants.schedules import Plan
from transformer_lab.measures.planned_rates import planned_computation

SHAPES = ("constant", "linear", "cosine", "stable_decay")


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize(
    "plan", [(0.01, 10, 60, 20, 0.0), (0.01, 10, 60, 20, 0.1), (1.0, 50, 9, 30, 0.5), (1e-6, 1)]
)
def test_every_rate_is_recomputed_from_the_numbers_of_its_equation(shape, plan):
    assert_recomputed(planned_computation(Plan(shape, *plan), 90))


def test_the_equation_is_that_of_the_steps_part_of_the_schedule():
    def equation(step, **more):
        plan = Plan("cosine", 8.0, 4, 8, **more)
        return explain(planned_computation(plan, 20), Cell("rates", (step,))).equation

    assert equation(3) == "{peak} · {step} / {warmup_steps}"
    assert equation(4) == "{peak} · 1"
    assert equation(5) == "{peak} · ½ · (1 + cos(π · ({step} − {start}) / {length}))"
    assert equation(5, final=0.1).startswith("{peak} · (0.1 + 0.9 · ½ · ")
    assert equation(8) == equation(20) == "{peak} · 0"
