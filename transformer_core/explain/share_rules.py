"""How a tensor's cells distribute a share over the cells they were computed from."""

from types import EllipsisType

import torch
from torch import Tensor

from transformer_core.explain.computation import INPUT, Computation, Step
from transformer_core.explain.kinds import kind_of
from transformer_core.explain.reading import ReceivedShare, SingleCells


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


def distribute_cells(
    computation: Computation, tensor: str, numbers: Tensor, shares: Tensor
) -> dict[str, tuple[Tensor, Tensor]]:
    """The same for single cells, each for itself.

    Args:
        numbers: (n,), each cell's number, counted along the rows; shares: (n,) float64.

    Returns: by input the numbers of its cells that receive some of it, and how much: (n, m) both.
    """
    step = computation.steps.get(tensor, INPUT)
    if not _passes_on(computation, step):
        return {}
    cells = SingleCells(computation, step, tensor, numbers, shares)
    if keeps_shares(computation, tensor):
        by_hand = {index for name, index in computation.by_hand if name == tensor}
        places = zip(*(axis.tolist() for axis in cells.places), strict=True)
        kept = torch.tensor([place in by_hand for place in places])
        cells = cells._replace(shares=shares.masked_fill(kept, 0.0))
    passed: dict[str, tuple[Tensor, Tensor]] = {}
    for source, own, parts in kind_of(step).reads.distribute_cells(cells):
        if source in passed:
            passed[source] = _added(computation.tensors[source].numel(), passed[source], own, parts)
        elif source in computation.steps:
            passed[source] = own, parts
    return passed


def _added(
    size: int, before: tuple[Tensor, Tensor], numbers: Tensor, shares: Tensor
) -> tuple[Tensor, Tensor]:
    """What a tensor with two parts in a step receives, (n, size) of all its cells."""
    whole = torch.zeros(len(numbers), size, dtype=shares.dtype)
    whole.scatter_add_(1, *before).scatter_add_(1, numbers, shares)
    return torch.arange(size).expand_as(whole), whole


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
