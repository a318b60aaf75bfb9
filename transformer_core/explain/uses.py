"""The uses of one number: the tensors that are computed from it next."""

from collections.abc import Iterator
from typing import NamedTuple

from transformer_core.explain.computation import Cell, Computation, Places, index_of
from transformer_core.explain.kinds import kind_of
from transformer_core.explain.reading import UNUSED, Input


class Use(NamedTuple):
    """A tensor that is computed from a number."""

    tensor: str
    cell: Cell
    """The one of its cells in which the number's term is the largest, whatever its sign; the first
    of them where several are. What a softmax or a norm makes of a number is its own place.
    """
    count: int  # type: ignore[assignment]  # as with a cell's index
    """The number of its cells that use the number."""


def uses(computation: Computation, cell: Cell) -> list[Use]:
    """The tensors that use the number in a cell next, in the order of the computation's steps.

    A number that plays two parts in one step has a use for each. One that nothing is computed from
    has none; neither have the steps that are aside.

    Raises: KeyError or IndexError where there is no such cell.
    """
    computation.value(cell)
    return [
        use
        for made, role in computation.consumers.get(cell.tensor, ())
        if not kind_of(computation.steps[made]).is_aside
        and (use := _use(computation, cell, made, role)) is not None
    ]


def _use(computation: Computation, cell: Cell, made: str, role: str) -> Use | None:
    step, tensor = computation.steps[made], computation.tensors[made]
    number = Input(computation, step, tensor, role, cell.index)
    cells, sizes = kind_of(step).reads.dependents(number)
    for place in _set_by_hand(computation, made, cells):
        sizes[place] = UNUSED
    count = int((sizes != UNUSED).sum())
    if not count:
        return None
    largest = iter(index_of(int(sizes.argmax()), sizes.shape))
    index = tuple(next(largest) if isinstance(at, slice) else at for at in cells)
    return Use(made, Cell(made, index), count)


def _set_by_hand(computation: Computation, made: str, cells: Places) -> Iterator[tuple[int, ...]]:
    """The indices of those cells that were set and not computed."""
    for tensor, index in computation.by_hand:
        if tensor == made and all(
            isinstance(at, slice) or at == place for at, place in zip(cells, index, strict=True)
        ):
            pairs = zip(cells, index, strict=True)
            yield tuple(place for at, place in pairs if isinstance(at, slice))
