"""The share of its weight that a head gives to the keys of a job, such as the previous word."""

from torch import Tensor

from transformer_core.explain.computation import Term
from transformer_core.explain.kind import Kind, Notation, average, declare
from transformer_core.explain.reading import (
    UNUSED,
    Dependents,
    Input,
    Numbers,
    OutputCell,
    Reading,
    alike,
)


def job_shares(weights: Tensor, targets: Tensor) -> Tensor:
    """The weight on a job's keys, on average over the queries that have any.

    Args:
        weights: (heads, seq_q, seq_k).
        targets: (jobs, seq_q, seq_k) of bool, the keys that each query would attend to.

    Returns: (heads, jobs), from 0 to 1; 0 for a job without any keys.
    """
    on_them = (weights[:, None] * targets).sum((-2, -1))  # (heads, jobs)
    counted = targets.any(-1).sum(-1)  # (jobs,)
    return on_them / counted.clamp(min=1)


class OnTargets(Reading):
    """The weights on the keys of a job, of one head (heads, seq_q, seq_k) or of the only one."""

    def terms(self, cell: OutputCell) -> list[Term]:
        *head, job = cell.index
        own = head if cell.tensor("x").dim() > 2 else []
        places = cell.tensor("targets")[job].nonzero().tolist()
        return [cell.term("x", *own, *place) for place in places]

    def dependents(self, number: Input) -> Dependents:
        if number.role == "targets":
            return alike(number, (slice(None), number.place[0]))
        *head, query, key = number.place
        targets = number.computation.tensors[number.step.inputs["targets"]]
        found = alike(number, ((head or [0])[0], slice(None)))
        found.sizes[~targets[:, query, key]] = UNUSED
        return found


def _count(cell: OutputCell) -> Numbers:
    return {"count": max(1, int(cell.tensor("targets")[cell.index[-1]].any(-1).sum()))}


declare(
    Kind("job_share", OnTargets(), "({terms}) / {count}", average, _count, Notation()),
)
