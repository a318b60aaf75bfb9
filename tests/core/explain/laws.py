"""What holds for every cell of every computation, whatever kinds of steps made it."""

import random
from collections import defaultdict
from typing import NamedTuple

import pytest

from tests.core.explain.computations import cells_in
from transformer_core.explain.computation import INPUT, Cell, Computation, Step
from transformer_core.explain.contributions import contribution_shares, shares_at_inputs
from transformer_core.explain.explanation import explain
from transformer_core.explain.kind import KINDS
from transformer_core.explain.kinds import kind_of
from transformer_core.explain.kinds.rows import Softmax
from transformer_core.explain.uses import uses

CELLS_OF_A_KIND = 300
NEVER_TERMS = ("gain", "bias", "kept", "mask", "on", "ids", "targets", "heads")
"""Roles of tensors whose numbers an explanation shows outside its terms."""
LOSSES = ("cross_entropy", "log_probability")
"""Kinds that name one logit among their terms, and read all of them."""
PARTLY_TERMS = ("layer_norm", "rms_norm", "position_norm", *LOSSES)
"""Kinds in which a number is used in more cells than name it among their terms."""


def is_of_another_form(step: Step, source: Cell) -> bool:
    """Whether terms show e to the power of a number, or its sine or cosine, and not the number."""
    reads = KINDS[step.kind].reads
    return isinstance(reads, Softmax) or source.tensor == step.inputs.get("angles")


class Mention(NamedTuple):
    cell: Cell
    size: float


def kinds_in(computations: list[Computation]) -> list[str]:
    """The kinds of all their steps."""
    return sorted({step.kind for one in computations for step in [INPUT, *one.steps.values()]})


def cells_of(kind: str, computations: list[Computation]) -> list[tuple[Computation, Cell]]:
    """Every cell that a kind of step made."""
    return [
        (computation, cell)
        for computation in computations
        for name in computation.tensors
        if computation.steps.get(name, INPUT).kind == kind
        for cell in cells_in(computation, name)
        if cell not in computation.by_hand
    ]


def assert_recomputed_from_shown_terms(kind: str, computations: list[Computation]) -> None:
    cells = cells_of(kind, computations)
    for computation, cell in random.Random(0).sample(cells, min(CELLS_OF_A_KIND, len(cells))):
        explanation = explain(computation, cell)
        assert explanation.kind == kind
        expected = pytest.approx(explanation.value, rel=2e-5, abs=2e-6, nan_ok=True)
        assert explanation.recomputed() == expected


def assert_terms_are_of_their_cells(kind: str, computations: list[Computation]) -> None:
    for computation, cell in random.Random(1).choices(cells_of(kind, computations), k=20):
        for term in explain(computation, cell).terms:
            for factor, source in zip(term.factors, term.cells, strict=True):
                if source is not None and not is_of_another_form(computation.step(cell), source):
                    assert str(factor) == str(computation.value(source))  # also if it is NaN


def some_cells(computation: Computation, tensor: str, count: int) -> list[Cell]:
    cells = cells_in(computation, tensor)
    return random.Random(tensor).sample(cells, min(count, len(cells)))


def _mentions(computation: Computation, tensor: str) -> dict[Cell | None, list[Mention]]:
    """Where each cell is among the terms of a tensor's explanations, found one by one.

    Of a cell that is in two terms of one sum, as an angle is, the larger one.
    """
    found = defaultdict(list)
    for made in cells_in(computation, tensor):
        sizes: dict[Cell | None, float] = {}
        for term in explain(computation, made).terms:
            for cell in term.cells:
                sizes[cell] = max(sizes.get(cell, 0.0), abs(term.value))
        for cell, size in sizes.items():
            found[cell].append(Mention(made, size))
    return found


def assert_uses_are_where_terms_are_largest(computation: Computation) -> None:
    mentions: dict[str, dict[Cell | None, list[Mention]]] = {}
    for tensor in computation.tensors:
        for cell in some_cells(computation, tensor, 6):
            for made, use, count in uses(computation, cell):
                step = computation.steps[made]
                role = next(role for role, name in step.inputs.items() if name == tensor)
                if role in NEVER_TERMS or step.kind in LOSSES:
                    continue
                if made not in mentions:
                    mentions[made] = _mentions(computation, made)
                mentioned = mentions[made][cell]
                largest = max(mention.size for mention in mentioned)
                found = {mention.cell: mention.size for mention in mentioned}
                assert found[use] == pytest.approx(largest, rel=1e-6, nan_ok=True), (cell, use)
                assert count == len(mentioned) or step.kind in PARTLY_TERMS, (cell, use)


def assert_terms_lead_back_to_the_number(computation: Computation) -> None:
    for tensor in computation.tensors:
        if kind_of(computation.steps.get(tensor, INPUT)).is_aside:
            continue
        for made in some_cells(computation, tensor, 4):
            sources = [cell for term in explain(computation, made).terms for cell in term.cells]
            for cell in random.Random(0).sample(sources, min(8, len(sources))):
                assert cell is None or tensor in [use.tensor for use in uses(computation, cell)]


def assert_no_more_arrives_than_started(computation: Computation) -> None:
    for tensor, numbers in computation.tensors.items():
        start = Cell(tensor, tuple(size // 2 for size in numbers.shape))
        found = contribution_shares(computation, start)
        for name, share in found.items():
            assert share.shape == computation.tensors[name].shape
            assert share.min() >= 0
        assert sum(shares_at_inputs(computation, found).values()) <= 1 + 1e-9


def assert_every_law(computation: Computation) -> None:
    for kind in kinds_in([computation]):
        if cells_of(kind, [computation]):
            assert_recomputed_from_shown_terms(kind, [computation])
            assert_terms_are_of_their_cells(kind, [computation])
    assert_uses_are_where_terms_are_largest(computation)
    assert_terms_lead_back_to_the_number(computation)
    assert_no_more_arrives_than_started(computation)
