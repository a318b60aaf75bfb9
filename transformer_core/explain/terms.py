"""Terms that several kinds of steps have in common."""

import math
from collections.abc import Mapping, Sequence

import torch
from torch import Tensor

from transformer_core.explain.computation import Cell, Computation, Parts, Step, Term


def term(computation: Computation, name: str, *index: int) -> Term:
    """One number of a tensor as a term."""
    cell = Cell(name, index)
    return Term((computation.value(cell),), (cell,))


def one_term(computation: Computation, step: Step, index: tuple[int, ...]) -> list[Term]:
    """The same place of the tensor that the step is applied to."""
    return [term(computation, step.of["x"], *index)]


def same_place(computation: Computation, step: Step, index: tuple[int, ...]) -> Parts:
    return Parts(one_term(computation, step, index), step.constants)


def total(terms: Sequence[float], _: Mapping[str, float]) -> float:
    return math.fsum(terms)


def exponentials(values: Tensor, cells: Sequence[Cell], place: int) -> Parts:
    """The terms of one cell's share in a softmax over these cells; all 0 where all are hidden."""
    values = values.double()
    maximum = float(values.max())
    empty = maximum == -math.inf
    powers = torch.zeros_like(values) if empty else torch.exp(values - maximum)
    terms = [Term((power,), (cell,)) for power, cell in zip(powers.tolist(), cells, strict=True)]
    numbers = {"x": float(values[place]), "maximum": maximum, "total": float(powers.sum())}
    return Parts(terms, numbers, "" if empty else None)


def share(terms: Sequence[float], numbers: Mapping[str, float]) -> float:
    """The share that `exponentials` explain; 0 where all are hidden."""
    if not numbers["total"]:
        return 0.0
    return math.exp(numbers["x"] - numbers["maximum"]) / math.fsum(terms)
