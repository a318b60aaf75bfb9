"""Steps that bend a number, multiply it by another one, or keep it below a limit."""

import math
from collections.abc import Iterator

from transformer_core.explain.computation import Term
from transformer_core.explain.kind import Kind, Notation
from transformer_core.explain.kinds.same_place import SamePlace, X, same_cells
from transformer_core.explain.reading import (
    Distributed,
    DistributedCells,
    OutputCell,
    ReceivedShare,
    SingleCells,
)


class Product(SamePlace):
    """The numbers at the same place of two tensors, multiplied."""

    def terms(self, cell: OutputCell) -> list[Term]:
        factors = [cell.term(role) for role in self.roles]
        numbers = tuple(number for one in factors for number in one.factors)
        return [Term(numbers, tuple(cell for one in factors for cell in one.cells))]

    def distribute(self, received: ReceivedShare) -> Distributed:
        """Halves for both factors where both were computed."""
        names = [received.step.inputs[role] for role in self.roles]
        computed = [name for name in names if name in received.computation.steps]
        yield from ((name, received.shares / len(computed)) for name in computed)

    def distribute_cells(self, cells: SingleCells) -> DistributedCells:
        names = [cells.step.inputs[role] for role in self.roles]
        computed = [name for name in names if name in cells.computation.steps]
        for name in computed:
            own = same_cells(cells, cells.computation.tensors[name])
            yield name, own[:, None], cells.shares[:, None] / len(computed)


def gelu(x: float) -> float:
    """x times the share of standard normal numbers below x."""
    return x * 0.5 * (1 + math.erf(x / math.sqrt(2)))


def gelu_tanh(x: float) -> float:
    """Its approximation."""
    return x * 0.5 * (1 + math.tanh(math.sqrt(2 / math.pi) * (x + 0.044715 * x**3)))


def silu(x: float) -> float:
    """x times the logistic function of x, written so that no power overflows."""
    return x * 0.5 * (1 + math.tanh(x / 2))


def _kinds() -> Iterator[Kind]:
    """Those of one number."""
    yield Kind(
        "gelu",
        X,
        "{terms} · 0.5 · (1 + erf({terms} / √(2)))",
        lambda terms, _: gelu(terms[0]),
    )
    yield Kind(
        "gelu_tanh",
        X,
        "{terms} · 0.5 · (1 + tanh(√(2 / π) · ({terms} + 0.044715 · {terms}^3)))",
        lambda terms, _: gelu_tanh(terms[0]),
    )
    yield Kind("silu", X, "{terms} / (1 + e^(−{terms}))", lambda terms, _: silu(terms[0]))
    yield Kind("tanh", X, "tanh({terms})", lambda terms, _: math.tanh(terms[0]))
    yield Kind(
        "soft_cap",
        X,
        "{cap} · tanh({terms} / {cap})",
        lambda terms, n: n["cap"] * math.tanh(terms[0] / n["cap"]),
        notation=Notation(named=("cap",)),
    )


KINDS = (*_kinds(), Kind("product", Product("x", "y")))
