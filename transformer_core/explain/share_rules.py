"""How a tensor's cells distribute a share over the cells they were computed from."""

from types import EllipsisType

import torch
from torch import Tensor

from transformer_core.explain.computation import INPUT, Computation, Step
from transformer_core.explain.kinds import kind_of
from transformer_core.explain.reading import ReceivedShare


def distribute_share(computation: Computation, tensor: str, shares: Tensor) -> dict[str, Tensor]:
    """The share that each input of a tensor receives, in the shape of that input.

    Those that nothing made receive nothing, such as weights, biases, ids and masks.
    """
    step = computation.steps.get(tensor, INPUT)
    if not _passes_on(computation, step):
        return {}
    if keeps_shares(computation, tensor):
        shares = shares - kept_share(computation, tensor, shares)
    received = ReceivedShare(computation, step, tensor, shares)
    passed: dict[str, Tensor] = {}
    for source, part in kind_of(step).reads.distribute(received):
        if source in computation.steps:
            passed[source] = passed[source] + part if source in passed else part
    return passed


def keeps_shares(computation: Computation, tensor: str) -> bool:
    """Whether shares stay in any cell of a tensor."""
    is_end = not _passes_on(computation, computation.steps.get(tensor, INPUT))
    return is_end or any(name == tensor for name, _ in computation.by_hand)


def kept_share(computation: Computation, tensor: str, shares: Tensor) -> Tensor:
    """The share that stays in cells: at the ends, and where a cell was set by hand."""
    if not _passes_on(computation, computation.steps.get(tensor, INPUT)):
        return shares
    kept = torch.zeros_like(shares)
    for name, index in computation.by_hand:
        if name == tensor:
            at: tuple[EllipsisType | int, ...] = (..., *index)
            kept[at] = shares[at]
    return kept


def _passes_on(computation: Computation, step: Step) -> bool:
    """Whether anything that a step reads was itself made, and it is of more than positions."""
    is_computed = not computation.steps.keys().isdisjoint(step.inputs.values())
    return is_computed and not kind_of(step).reads.is_end
