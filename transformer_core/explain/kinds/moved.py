"""Steps that copy numbers to other places: heads put side by side, cut apart and shared, and
columns in another order."""

import math
from collections.abc import Callable

import torch
from torch import Tensor

from transformer_core.explain.computation import Computation, Step, Term, index_of
from transformer_core.explain.kind import Kind
from transformer_core.explain.reading import (
    UNUSED,
    Dependents,
    Distributed,
    DistributedCells,
    Input,
    Numbers,
    OutputCell,
    Reading,
    ReceivedShare,
    SingleCells,
    alike,
)


class Moved(Reading):
    """Every number of x once, in another place: `move` says how, given the constants."""

    def __init__(self, move: Callable[[Tensor, Numbers], Tensor]) -> None:
        self.move = move

    def sources(self, computation: Computation, step: Step) -> Tensor:
        """For each place of what is made, the number of the cell of x that is there."""
        return self.move(_numbered(computation.tensors[step.inputs["x"]]), step.constants)

    def terms(self, cell: OutputCell) -> list[Term]:
        source = int(self.sources(cell.computation, cell.step)[cell.index])
        return [cell.term("x", *index_of(source, cell.tensor("x").shape))]

    def dependents(self, number: Input) -> Dependents:
        own = _numbered(number.tensor)[number.place]
        at = (self.sources(number.computation, number.step) == own).nonzero()[0]
        return alike(number, tuple(at.tolist()))

    def distribute(self, received: ReceivedShare) -> Distributed:
        sources = self.sources(received.computation, received.step).flatten()
        x, shares = received.input("x"), received.shares
        lead = shares.shape[: shares.dim() - received.computation.tensors[received.tensor].dim()]
        part = shares.reshape(*lead, -1)[..., sources.argsort()]
        yield received.step.inputs["x"], part.reshape(*lead, *x.shape)

    def distribute_cells(self, cells: SingleCells) -> DistributedCells:
        sources = self.sources(cells.computation, cells.step).reshape(-1)[cells.numbers]
        yield cells.step.inputs["x"], sources[:, None], cells.shares[:, None]


class SharedHead(Reading):
    """The keys or values of one head, for each head of queries of its group."""

    def terms(self, cell: OutputCell) -> list[Term]:
        head, *place = cell.index
        return [cell.term("x", head // int(cell.step.constants["group"]), *place)]

    def dependents(self, number: Input) -> Dependents:
        head, *place = number.place
        group = int(number.step.constants["group"])
        sizes = torch.full((number.output.size(0),), UNUSED).double()
        sizes[head * group : (head + 1) * group] = 0.0
        return Dependents((slice(None), *place), sizes)

    def distribute(self, received: ReceivedShare) -> Distributed:
        group = int(received.step.constants["group"])
        parts = received.shares.unflatten(-3, (-1, group)).sum(-3)  # (..., kv_heads, seq, d_k)
        yield received.step.inputs["x"], parts

    def distribute_cells(self, cells: SingleCells) -> DistributedCells:
        group, inner = int(cells.step.constants["group"]), cells.input("x").shape[1:]
        size = math.prod(inner)
        head = torch.div(cells.numbers, size, rounding_mode="floor")
        own = torch.div(head, group, rounding_mode="floor") * size + cells.numbers % size
        yield cells.step.inputs["x"], own[:, None], cells.shares[:, None]


def _numbered(tensor: Tensor) -> Tensor:
    """The number of each of its cells, counted along the rows."""
    return torch.arange(tensor.numel()).reshape(tensor.shape)


KINDS = (
    Kind("concatenation", Moved(lambda heads, _: heads.transpose(0, 1).flatten(1))),
    Kind("split", Moved(lambda x, n: x.unflatten(1, (-1, int(n["d_head"]))).transpose(0, 1))),
    Kind("shared_head", SharedHead()),
    Kind("halves", Moved(lambda x, _: torch.cat([x[:, ::2], x[:, 1::2]], dim=1))),
    Kind("reversed", Moved(lambda x, _: x.flip(0))),
)
