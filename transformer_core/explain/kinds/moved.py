"""Steps that copy numbers to other places: heads put side by side, and cut apart, and columns
in another order."""

from collections.abc import Callable

import torch
from torch import Tensor

from transformer_core.explain.computation import Computation, Step, Term, index_of
from transformer_core.explain.kind import Kind
from transformer_core.explain.reading import (
    Dependents,
    Distributed,
    Input,
    Numbers,
    OutputCell,
    Reading,
    ReceivedShare,
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


def _numbered(tensor: Tensor) -> Tensor:
    """The number of each of its cells, counted along the rows."""
    return torch.arange(tensor.numel()).reshape(tensor.shape)


KINDS = (
    Kind("concatenation", Moved(lambda heads, _: heads.transpose(0, 1).flatten(1))),
    Kind("split", Moved(lambda x, n: x.unflatten(1, (-1, int(n["d_head"]))).transpose(0, 1))),
    Kind("halves", Moved(lambda x, _: torch.cat([x[:, ::2], x[:, 1::2]], dim=1))),
    Kind("reversed", Moved(lambda x, _: x.flip(0))),
)
