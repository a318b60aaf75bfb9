"""The origin of one number: the terms that make it, each with the cell it was read from."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import torch

from transformer_core.explain.computation import INPUT, Cell, Computation, Term, TermsOnDemand
from transformer_core.explain.kind import KINDS, Kind
from transformer_core.explain.kinds import kind_of
from transformer_core.explain.kinds.same_place import SamePlace
from transformer_core.explain.reading import OutputCell


@dataclass(frozen=True)
class Explanation:
    """The explanation of the number in a cell."""

    cell: Cell
    kind: str
    value: float
    terms: Sequence[Term]
    numbers: Mapping[str, float]
    equation: str
    """With {terms} or {list} for the terms and {name} for a number; nothing where a rule decides.
    """

    @property
    def declared(self) -> Kind:
        """All that is known of its kind."""
        return KINDS[self.kind]

    @cached_property
    def values(self) -> list[float]:
        """The terms' numbers, without making terms: a softmax over a vocabulary has thousands."""
        if isinstance(self.terms, TermsOnDemand):
            return self.terms.values
        return [term.value for term in self.terms]

    def recomputed(self) -> float:
        """The number, worked out again from nothing but the terms and numbers shown."""
        return self.from_shown(self.values, self.numbers)

    def from_shown(self, terms: Sequence[float], numbers: Mapping[str, float]) -> float:
        """The result of the equation for these terms and numbers, such as rounded ones."""
        return self.declared.result(terms, numbers)


def explain(computation: Computation, cell: Cell) -> Explanation:
    """Explain the number in a cell by the numbers one step before it.

    Raises: KeyError or IndexError where there is no such cell.
    """
    step, value = computation.step(cell), computation.value(cell)
    kind, output = kind_of(step), OutputCell(computation, step, cell.index)
    numbers = (kind.numbers or kind.reads.numbers)(output)
    numbers = {"value": value} if step is INPUT else dict(numbers)
    equation = kind.equation if isinstance(kind.equation, str) else kind.equation(numbers)
    terms = kind.reads.terms(output)
    terms = terms if isinstance(terms, TermsOnDemand) else tuple(terms)
    return Explanation(cell, kind.name, value, terms, numbers, equation)


def without_scaling(computation: Computation, cell: Cell) -> list[float] | None:
    """The row of an attention weight as it would be without scaling the scores.

    None where the cell is not an attention weight, or where nothing was scaled.
    """
    softmax = computation.steps.get(cell.tensor, INPUT)
    scaling = computation.steps.get(softmax.inputs.get("x", ""), INPUT)
    # What the mask left of the scaled scores
    if "factor" not in scaling.constants and isinstance(kind_of(scaling).reads, SamePlace):
        scaling = computation.steps.get(scaling.inputs.get("x", ""), INPUT)
    is_scaled = scaling.constants.get("factor", 1) != 1
    if not (kind_of(softmax).notation.with_unscaled and is_scaled):
        return None
    row = cell.index[:-1]
    hidden = torch.isinf(computation.tensors[softmax.inputs["x"]][row])
    scores = computation.tensors[scaling.inputs["x"]][row].masked_fill(hidden, -torch.inf)
    return torch.softmax(scores, dim=-1).nan_to_num(0.0).tolist()
