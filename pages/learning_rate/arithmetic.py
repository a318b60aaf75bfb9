"""The arithmetic of the learning rate at one step."""

import torch

from pages.learning_rate.schedules import Schedule
from transformer_core import learning_rate
from transformer_core.explain.computation import Cell, Computation, Step
from transformer_core.explain.explanation import Explanation
from transformer_core.explain.origin import Axis, Origin
from transformer_lab.measures.planned_rates import planned_computation
from ui.explain.arithmetic import Arithmetic, significant
from ui.explain.explanation import explained
from ui.words.language import Text


def rates_computation(schedule: Schedule, last_step: int) -> Computation:
    """The "rates" of every step from 0."""
    if not schedule.is_papers:
        return planned_computation(schedule.plan, last_step)
    d_model, warmup_steps, factor = schedule.d_model, schedule.warmup_steps, schedule.factor
    constants = {"d_model": d_model, "warmup_steps": warmup_steps, "factor": factor}
    rates = learning_rate(torch.arange(last_step + 1), d_model, warmup_steps, factor)
    steps = {"rates": Step("learning_rate", {}, constants)}
    origins = {"rates": Origin("rates", (Axis("step"),))}
    return Computation({"rates": rates}, steps, origins=origins)


class RateNaming:
    """Implements `ui.explain.equation.Naming` for the rates of a schedule."""

    def __init__(self, text: Text, schedule: Schedule) -> None:
        self.text, self.schedule = text, schedule

    def name(self, cell: Cell) -> str:
        return f"{self.text('axis_rate')}[ {cell.index[0]:,} ]"

    def term(self, cell: Cell) -> str:
        return self.name(cell)

    def role(self, cell: Cell) -> str:
        return ""

    def in_words(self, explanation: Explanation) -> str:
        """Say which part of the schedule the step is in, and how far from the peak that is."""
        step, numbers = explanation.cell.index[0], explanation.numbers
        part = self._papers_part(explanation) if self.schedule.is_papers else self._part(step)
        return self.text(
            f"means.{part}",
            peak=significant(self.schedule.peak),
            share=f"{100 * explanation.value / self.schedule.peak:.3g}",
            warmup=f"{self.schedule.warmup_steps:,}",
            total=f"{self.schedule.total_steps:,}",
            left=f"{max(0, int(numbers.get('start', 0)) + int(numbers.get('length', 0)) - step):,}",
        )

    def _papers_part(self, explanation: Explanation) -> str:
        """Which of the two terms is smaller."""
        if explanation.cell.index[0] == self.schedule.warmup_steps:
            return "equal"
        falling, rising = explanation.numbers["falling"], explanation.numbers["rising"]
        return "falling" if falling < rising else "rising"

    def _part(self, step: int) -> str:
        plan = self.schedule.plan
        if step < plan.warmup_steps:
            return "warming"
        if self.schedule.shape == "constant" or step < plan.start:
            return "staying"
        if step == plan.start:
            return "highest"
        return "over" if step >= plan.start + plan.length else "decaying"


def rate_arithmetic(text: Text, schedule: Schedule, step: int) -> Arithmetic:
    """The equation with the numbers of one step put in. It depends on no other cells."""
    computation = rates_computation(schedule, step)
    return explained(text, computation, Cell("rates", (step,)), RateNaming(text, schedule))
