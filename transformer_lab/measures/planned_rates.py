"""The rates of the schedules since the paper's, with where each comes from."""

import math
from collections.abc import Callable, Sequence

import torch

from transformer_core.explain.computation import Computation, Step
from transformer_core.explain.kind import Kind, Notation, declare
from transformer_core.explain.origin import Axis, Origin
from transformer_core.explain.reading import Numbers, OutputCell, Reading
from transformer_core.variants.schedules import Plan, planned_rate

SIGNIFICANT = Notation(significant=True)


def planned_computation(plan: Plan, last_step: int) -> Computation:
    """The "rates" of every step from 0 to `last_step`."""
    rates = planned_rate(torch.arange(last_step + 1), plan)
    constants = {name: value for name, value in plan._asdict().items() if name != "shape"}
    constants |= {"start": plan.start, "length": plan.length}
    step = Step(f"{plan.shape}_rate", {}, constants)
    return Computation(
        {"rates": rates}, {"rates": step}, origins={"rates": Origin("rates", (Axis("step"),))}
    )


def _numbers(cell: OutputCell) -> Numbers:
    constants = cell.step.constants
    return {"step": cell.index[0], **constants, "decayed": 1 - constants["final"]}


def _is_over(n: Numbers) -> bool:
    return n["step"] >= n["start"] + n["length"]


def _equation(left: str) -> Callable[[Numbers], str]:
    """`left` is what is left of the rate in the decay, from 1 to 0; none for a constant rate."""

    def written(n: Numbers) -> str:
        if n["step"] < n["warmup_steps"]:
            return "{peak} · {step} / {warmup_steps}"
        if not left or n["step"] <= n["start"]:
            return "{peak} · 1"
        if _is_over(n):
            return f"{{peak}} · {n['final']:g}"
        share = f"({n['final']:g} + {n['decayed']:g} · {left})" if n["final"] else left
        return f"{{peak}} · {share}"

    return written


def _result(left: Callable[[float], float] | None) -> Callable[[Sequence[float], Numbers], float]:
    def worked_out(_: Sequence[float], n: Numbers) -> float:
        if n["step"] < n["warmup_steps"]:
            return n["peak"] * n["step"] / n["warmup_steps"]
        if left is None or n["step"] <= n["start"]:
            return n["peak"]
        if _is_over(n):
            return n["peak"] * n["final"]
        progress = (n["step"] - n["start"]) / n["length"]
        return n["peak"] * (n["final"] + n["decayed"] * left(progress))

    return worked_out


def _kind(shape: str, left: str, result: Callable[[float], float] | None) -> Kind:
    return Kind(f"{shape}_rate", Reading(), _equation(left), _result(result), _numbers, SIGNIFICANT)


STRAIGHT = "(1 − ({step} − {start}) / {length})"
WAVE = "½ · (1 + cos(π · ({step} − {start}) / {length}))"

declare(
    _kind("constant", "", None),
    _kind("linear", STRAIGHT, lambda progress: 1 - progress),
    _kind("cosine", WAVE, lambda progress: (1 + math.cos(math.pi * progress)) / 2),
    _kind("stable_decay", STRAIGHT, lambda progress: 1 - progress),
)
