"""Areas that the map requests on demand: single tensors, how their numbers are distributed, and
the origins of a number.
"""

from collections import defaultdict
from collections.abc import Callable, Mapping

from transformer_core.explain.computation import Cell, Computation
from transformer_core.explain.contributions import (
    contribution_shares,
    largest_contributions,
    shares_at_inputs,
)
from ui.answer.answer import Area
from ui.explain.trail import write_trail
from ui.picture.model_map.cells import cells_part
from ui.picture.model_map.histogram import histogram_part
from ui.picture.model_map.origin_lines import OriginLines
from ui.words.language import Text

CELLS, HISTOGRAM, ORIGINS = "cells~", "histogram~", "origins"
OTHER_CELLS = f"other_{CELLS}"
"""The same numbers in the forward pass that a map is compared with."""
TENSOR_PARTS = {CELLS: cells_part, HISTOGRAM: histogram_part}
"""What can be requested of a single tensor, by the prefix of the area's name."""
CELLS_OF_TENSOR, MOST_CELLS = 6, 1500
"""The most cells of one tensor, and of all tensors, that the origins of a number start with."""
ON_DEMAND = tuple(TENSOR_PARTS)


def on_demand_areas(
    text: Text, computation: Computation, cell: Cell, other: Computation | None = None
) -> Callable[[str], Area | None]:
    """Return a function from names to the areas of the map.

    Args:
        cell: the explained number.
        other: what the map is compared with.
    """

    def on_demand(name: str) -> Area | None:
        if name == ORIGINS:
            return Area(lambda: [origin_lines_part(text, computation, cell)], follows_pin=True)
        prefix, _, tensor = name.partition("~")
        if f"{prefix}~" == OTHER_CELLS and other is not None:
            found = cells_part(other, tensor)
            return None if found is None else Area(lambda: [found])
        part_of = TENSOR_PARTS.get(f"{prefix}~")
        part = part_of(computation, tensor) if part_of else None
        return None if part is None else Area(lambda: [part])

    return on_demand


def origin_lines_part(text: Text, computation: Computation, cell: Cell) -> OriginLines:
    """Return the origins of a number, as the map highlights them."""
    if computation.step(cell).kind == "relu" and computation.value(cell) == 0:
        return OriginLines([], [], text("map.origins_of_zero"))
    received = contribution_shares(computation, cell)
    # Of a deep model's many tensors fewer cells each: lines have to be told from one another.
    most = max(1, min(CELLS_OF_TENSOR, MOST_CELLS // len(received)))
    edges = largest_contributions(computation, cell, received=received, most_cells=most)
    lit = [(write_trail([edge.output]), write_trail([edge.input]), edge.share) for edge in edges]
    ends = _of_words(shares_at_inputs(computation, received))
    return OriginLines(lit, ends, text("map.origins", shown=len(edges)))


def _of_words(ends: Mapping[tuple[str, int], float]) -> list[tuple[str, int, float]]:
    """Return the side, row and total share of each word."""
    words: dict[tuple[str, int], float] = defaultdict(float)
    for (tensor, row), share in ends.items():
        words[tensor.partition("_")[0], row] += share
    return [(side, row, share) for (side, row), share in words.items()]
