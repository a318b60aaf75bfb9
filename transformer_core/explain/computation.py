"""A computation with provenance: its tensors by name, and the step that made each of them."""

import math
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from types import MappingProxyType
from typing import NamedTuple, overload

from torch import Tensor

from transformer_core.explain.origin import Axis, Block, Origin

Places = tuple[int | slice, ...]
"""Cells of a tensor: a number for each axis, or all of that axis."""


class Cell(NamedTuple):
    """One number of a tensor, by name and place. The batch dimension is left out."""

    tensor: str
    index: tuple[int, ...]  # type: ignore[assignment]  # a tuple has a method of that name


class Term(NamedTuple):
    """The factors of one term of a sum, and the cells they were read from.

    A factor without a cell is a weight, a constant or an id that no matrix shows.
    """

    factors: tuple[float, ...]
    cells: tuple[Cell | None, ...]

    @property
    def value(self) -> float:
        return math.prod(self.factors)


class TermsOnDemand(Sequence[Term]):
    """Terms of which each is made when it is asked for: a vocabulary has one for every token.

    Args:
        values: the terms' numbers.
        term: makes the term at a place.
    """

    def __init__(self, values: list[float], term: Callable[[int], Term]) -> None:
        self.values, self._term = values, term

    def __len__(self) -> int:
        return len(self.values)

    @overload
    def __getitem__(self, place: int) -> Term: ...

    @overload
    def __getitem__(self, place: slice) -> list[Term]: ...

    def __getitem__(self, place: int | slice) -> Term | list[Term]:
        places = range(len(self.values))[place]
        return self._term(places) if isinstance(places, int) else [*map(self._term, places)]

    def __repr__(self) -> str:
        return repr(tuple(self))


@dataclass(frozen=True)
class Step:
    """How a tensor is computed: the kind of step, its input tensors and its constants."""

    kind: str
    inputs: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    """The tensors' names by their roles, e.g. {"left": "queries", "right": "keys"}."""
    constants: Mapping[str, float] = field(default_factory=lambda: MappingProxyType({}))


INPUT = Step("input")


@dataclass(frozen=True)
class Computation:
    """Tensors by name, without batch dimension, and how each of them was made.

    A tensor without a step is an input, and so are the cells set `by_hand`, whatever made the rest
    of their tensor.
    """

    tensors: Mapping[str, Tensor]
    steps: Mapping[str, Step]
    by_hand: Collection[Cell] = frozenset()
    origins: Mapping[str, Origin] = field(default_factory=lambda: MappingProxyType({}))
    """The origin of each tensor and what its axes count, as far as that is known."""

    def step(self, cell: Cell) -> Step:
        """The formula of the number in a cell."""
        return INPUT if cell in self.by_hand else self.steps.get(cell.tensor, INPUT)

    def value(self, cell: Cell) -> float:
        """The number in a cell. Raises: KeyError, IndexError where there is no such cell."""
        return float(self.tensors[cell.tensor][cell.index])

    def coordinates(self, cell: Cell) -> dict[Axis, int]:
        """The place of a cell on each axis of its tensor; nothing where the axes have no names.

        Raises: ValueError where the cell's place has more or fewer numbers than there are axes.
        """
        origin = self.origins.get(cell.tensor)
        return {} if origin is None else dict(zip(origin.axes, cell.index, strict=True))

    @cached_property
    def blocks(self) -> Mapping[Block, Mapping[str, str]]:
        """The tensors of each block, called by their names in there."""
        blocks: dict[Block, dict[str, str]] = {}
        last: Block | None = None
        own: dict[str, str] = {}
        for tensor, (name, _, block) in self.origins.items():
            if block is not last:  # finding a block costs more than all else here
                last, own = block, {} if block is None else blocks.setdefault(block, {})
            own[name] = tensor
        return blocks

    @cached_property
    def consumers(self) -> Mapping[str, Sequence[tuple[str, str]]]:
        """For each tensor, the tensors computed from it and its role in each."""
        consumers: dict[str, list[tuple[str, str]]] = {}
        for made, step in self.steps.items():
            for role, tensor in step.inputs.items():
                consumers.setdefault(tensor, []).append((made, role))
        return consumers


def index_of(number: int, shape: Sequence[int]) -> tuple[int, ...]:
    """The place of the cell with that number, counted from 0 along the rows."""
    index: list[int] = []  # torch.unravel_index takes a third of a second when first called
    for size in reversed(shape):
        number, at = divmod(number, size)
        index.insert(0, at)
    return tuple(index)
