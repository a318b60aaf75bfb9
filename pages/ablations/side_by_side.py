"""The step of a model that concatenates positions: two narrow vectors make one."""

import torch

from transformer_core.explain.computation import Term
from transformer_core.explain.kind import Kind, declare
from transformer_core.explain.reading import UNUSED, Dependents, Input, OutputCell, Reading, alike


class SideBySide(Reading):
    """The first columns are those of x, the last ones all of y's; the rest of x is not used."""

    def terms(self, cell: OutputCell) -> list[Term]:
        row, col = cell.index
        first = _columns_of_x(cell)
        return [cell.term("x", row, col) if col < first else cell.term("y", row, col - first)]

    def dependents(self, number: Input) -> Dependents:
        row, col = number.place
        first = number.output.size(1) - number.computation.tensors[number.step.inputs["y"]].size(1)
        if number.role == "y":
            return alike(number, (row, first + col))
        used = alike(number, (row, min(col, first - 1)))
        return used if col < first else Dependents(used.cells, torch.full_like(used.sizes, UNUSED))


def _columns_of_x(cell: OutputCell) -> int:
    """Both have all columns together, and x is as wide as what is made."""
    return cell.tensor("x").size(1) - cell.tensor("y").size(1)


declare(Kind("side_by_side", SideBySide()))
