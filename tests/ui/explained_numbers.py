"""What the tests of every page's arithmetic ask of its numbers."""

import random
from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import TypeVar

import pytest

from transformer_core.explain.computation import Cell, Computation
from transformer_core.explain.explanation import explain
from ui.explain.board import BoardNames
from ui.explain.equation import Naming
from ui.picture.matrix_view import Pin

CELLS_OF_A_TENSOR = 12
T = TypeVar("T")


def sampled_cells(computation: Computation, but: Container[str] = ()) -> Iterator[Cell]:
    """Some cells of every other tensor of a computation, the same ones every time."""
    draw = random.Random(0)
    for name, tensor in computation.tensors.items():
        if name in but:
            continue
        for _ in range(CELLS_OF_A_TENSOR):
            yield Cell(name, tuple(draw.randrange(size) for size in tensor.shape))


def assert_recomputed(computation: Computation, but: Container[str] = ()) -> None:
    """Every number comes out of the terms and numbers that explain it; `but` those of tensors that
    another test asks.
    """
    for cell in sampled_cells(computation, but):
        told = explain(computation, cell)
        assert told.recomputed() == pytest.approx(told.value, rel=2e-5, abs=3e-6), cell


def assert_found_again(computation: Computation, board: BoardNames) -> None:
    """Every number has a name of its own; where it is pinned, it is the one explained."""
    for cell in sampled_cells(computation):
        if cell.tensor not in board.tensors:
            continue
        assert board.name(cell).startswith(board.tensors[cell.tensor].name)
        if pinned := board.pinned(cell):
            found = board.cell_at(Pin.parse(pinned))
            assert computation.value(found) == computation.value(cell)


def assert_called_the_same(
    computation: Computation, naming_of: Callable[[Computation], Naming], tensors: Iterable[str]
) -> None:
    """What these tensors are called in the computation changes no word that is said of them."""
    called = {name: f"t{number}" for number, name in enumerate(tensors)}
    other = renamed(computation, called)
    plain, again = naming_of(computation), naming_of(other)
    for name, new in called.items():
        first = (0,) * computation.tensors[name].dim()
        cell, same = Cell(name, first), Cell(new, first)
        assert plain.name(cell) == again.name(same), name
        assert plain.term(cell) == again.term(same), name
        assert plain.role(cell) == again.role(same), name
        assert plain.in_words(explain(computation, cell)) == again.in_words(explain(other, same)), (
            name
        )


def renamed(computation: Computation, called: Mapping[str, str]) -> Computation:
    """With other names for some of its tensors."""

    def new(by_name: Mapping[str, T]) -> dict[str, T]:
        return {called.get(name, name): one for name, one in by_name.items()}

    steps = {
        name: replace(
            step, inputs={role: called.get(one, one) for role, one in step.inputs.items()}
        )
        for name, step in computation.steps.items()
    }
    return replace(
        computation,
        tensors=new(computation.tensors),
        steps=new(steps),
        origins=new(computation.origins),
    )


def ends(computation: Computation, start: Cell, steps: int = 40) -> set[str]:
    """The tensors at which every way back from a cell ends; `steps` bounds the longest."""
    cells, found = {start}, set()
    for _ in range(steps):
        further = set()
        for cell in cells:
            terms = explain(computation, cell).terms
            sources = {source for term in terms for source in term.cells if source is not None}
            further |= sources
            found |= set() if sources else {cell.tensor}
        cells = further
    assert not cells, "a way back does not end"
    return found
