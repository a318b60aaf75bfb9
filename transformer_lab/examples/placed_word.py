"""One word at every position of a learned table (Vaswani et al., 2017, table 3 row E)."""

import math
from collections.abc import Sequence

import torch
from torch import Tensor
from torch.func import functional_call

from transformer_core.explain.computation import Term
from transformer_core.explain.kind import Kind, declare
from transformer_core.explain.reading import (
    UNUSED,
    Dependents,
    Input,
    Numbers,
    OutputCell,
    Reading,
    alike,
)
from transformer_core.variants.learned_positions import LearnedPositions


def placed_word(word: Tensor, table: Tensor, positions: int) -> Tensor:
    """The word's vector plus each position's: (positions, d_model), NaN past the table's end.

    Args:
        word: (1, d_model).
        table: (rows, d_model).
    """
    rows, d_model = table.shape
    module = LearnedPositions(rows, d_model)
    known = torch.arange(min(rows, positions))
    vectors: Tensor = functional_call(module, {"table.weight": table}, (known,))
    placed = torch.full((positions, d_model), math.nan)
    placed[: len(known)] = word + vectors
    return placed


class PlacedWord(Reading):
    """A number of the word and one of its position; nothing where the position has no row."""

    def terms(self, cell: OutputCell) -> list[Term]:
        row, column = cell.index
        if row >= len(cell.tensor("table")):
            return []
        return [cell.term("word", 0, column), cell.term("table", row, column)]

    def numbers(self, cell: OutputCell) -> Numbers:
        return {"missing": float(cell.index[0] >= len(cell.tensor("table")))}

    def dependents(self, number: Input) -> Dependents:
        """Its own place; of the word, its column in every row that there is."""
        row, column = number.place
        if number.role == "table":
            return alike(number, (row, column))
        found = alike(number, (slice(None), column))
        return found._replace(
            sizes=found.sizes.masked_fill(number.output[:, column].isnan(), UNUSED)
        )


def _sum(terms: Sequence[float], n: Numbers) -> float:
    return math.nan if n["missing"] else math.fsum(terms)


declare(
    Kind(
        "placed_word",
        PlacedWord(),
        lambda n: "" if n["missing"] else "{terms}",
        _sum,
        remark=lambda _, n: "no_row" if n["missing"] else "",
    )
)
