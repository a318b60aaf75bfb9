"""Trace a number back to the tokens: how much of it passes through each cell.

These are sizes of terms in the arithmetic, one step after another. They are not causes: they do not
say how the number would change with any other, nor whether two terms cancel each other.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from graphlib import TopologicalSorter
from typing import NamedTuple

import torch
from torch import Tensor

from transformer_core.explain.computation import Cell, Computation, index_of
from transformer_core.explain.share_rules import (
    distribute_cells,
    distribute_share,
    keeps_shares,
    kept_share,
)


class Edge(NamedTuple):
    """A cell, one of those it was computed from, and how much of the start goes between them."""

    output: Cell
    input: Cell
    share: float
    """The share of the start, which is 1."""


def contribution_shares(computation: Computation, cell: Cell) -> dict[str, Tensor]:
    """The share that each cell on the way back receives of a number, whose own share is 1.

    Each cell passes all that it has received on to the cells in its terms, in proportion to the
    terms' absolute values, with halves for the two factors of a product where both were computed.
    All that a softmax or a norm has received goes to its own place. No share goes to biases,
    constants and tensors that nothing made, such as weights, ids and masks: the way ends at the
    embeddings, the positional encodings and cells set by hand. All that ends there is 1 together,
    minus what came to sums whose terms are all 0, and to added numbers that were not computed.

    Returns: by tensor, in its shape and float64; each before the tensors that it was made from.

    Raises: KeyError or IndexError where there is no such cell.
    """
    computation.value(cell)
    received = {cell.tensor: torch.zeros(computation.tensors[cell.tensor].shape).double()}
    received[cell.tensor][cell.index] = 1.0
    on_the_way = {}
    for tensor in _back_from(computation, cell.tensor):
        if tensor in received:
            on_the_way[tensor] = received[tensor]
            for source, part in distribute_share(computation, tensor, received[tensor]).items():
                received[source] = received[source] + part if source in received else part
    return on_the_way


def shares_at_inputs(
    computation: Computation, received: Mapping[str, Tensor]
) -> dict[tuple[str, int], float]:
    """The shares of the start that arrive where its way ends, the largest first.

    Args:
        received: the `contribution_shares` of its way.

    Returns: by tensor and row, which is the token's place.
    """
    ends: dict[tuple[str, int], float] = {}
    for tensor, share in received.items():
        if not keeps_shares(computation, tensor):
            continue
        ending = kept_share(computation, tensor, share)
        rows = ending.movedim(-2, 0).flatten(1).sum(dim=1) if ending.dim() > 1 else ending
        ends |= {(tensor, row): end for row, end in enumerate(rows.tolist()) if end > 0}
    return dict(sorted(ends.items(), key=lambda end: -end[1]))


def largest_contributions(
    computation: Computation,
    cell: Cell,
    *,
    most_cells: int = 6,
    most_edges: int = 400,
    received: Mapping[str, Tensor] | None = None,
) -> list[Edge]:
    """The strongest edges on a number's way back, by how much of the start goes along each.

    They go between the cells of each tensor that receive the largest `contribution_shares`. The
    strongest cell of each tensor has an edge however small its share, and each cell that is on an
    edge has one on to the cell that it passes most on to, or one of two that tie: all come to an
    end of the way. An edge's share is all that goes from the one cell to the other, whatever else
    is left out.

    Args:
        most_cells: how many cells of each tensor can be on edges, besides those that others pass
            most on to.
        most_edges: the number of edges from which on no others are added.
        received: the cell's `contribution_shares`, where they are known already.

    Raises: KeyError or IndexError where there is no such cell.
    """
    if received is None:
        received = contribution_shares(computation, cell)
    strongest = {tensor: _strongest(share, most_cells) for tensor, share in received.items()}
    edges = sorted(_edges(computation, received, strongest), key=lambda edge: -edge.share)
    first = [
        Cell(tensor, index_of(numbers[0], received[tensor].shape))
        for tensor, numbers in strongest.items()
        if numbers
    ]
    return _drawn(edges, first, most_edges)


def _back_from(computation: Computation, start: str) -> Iterator[str]:
    """A tensor, then all that were made, each before those that it was made from."""
    of = {made: step.inputs.values() for made, step in computation.steps.items()}
    yield start
    for tensor in reversed([*TopologicalSorter(of).static_order()]):
        if tensor in of and tensor != start:
            yield tensor


def _edges(
    computation: Computation,
    received: Mapping[str, Tensor],
    strongest: Mapping[str, Sequence[int]],
) -> Iterator[Edge]:
    """All edges between the strongest cells and those that they pass most on to."""
    followed: dict[str, dict[int, None]] = defaultdict(dict)
    arriving: dict[str, list[tuple[list[Cell], _Passed]]] = defaultdict(list)
    for tensor, share in received.items():
        numbers = [*dict.fromkeys(strongest[tensor]) | followed[tensor]]
        if not numbers:
            continue
        cells = [Cell(tensor, index_of(number, share.shape)) for number in numbers]
        chosen = torch.tensor(numbers)
        for made, passed in arriving.pop(tensor, ()):
            yield from _between(made, cells, passed.to(chosen))
        own = distribute_cells(computation, tensor, chosen, share.reshape(-1)[chosen])
        # In float32 the two halves of a product are the same, however they were rounded.
        parts = {name: _Passed(to, some.float()) for name, (to, some) in own.items()}
        for source, number in _passed_most(parts):
            followed[source][number] = None
        for source, passed in parts.items():
            arriving[source].append((cells, passed))


def _strongest(share: Tensor, most: int) -> list[int]:
    """The numbers of the cells that have received most."""
    found = share.flatten().topk(min(most, share.numel()))
    return found.indices[found.values > 0].tolist()


class _Passed(NamedTuple):
    """What each of n cells passes on to cells of a tensor, see `distribute_cells`."""

    numbers: Tensor
    shares: Tensor

    def to(self, chosen: Tensor) -> Tensor:
        """What goes to the cells with these numbers: (n, chosen)."""
        is_there = self.numbers[:, :, None] == chosen  # (n, m, chosen)
        return (self.shares[:, :, None] * is_there).sum(1)


def _passed_most(passed: Mapping[str, _Passed]) -> Iterator[tuple[str, int]]:
    """For each way (in rows), the cell that receives most of it, the first of those that tie."""
    if not passed:
        return
    amounts, numbers = [], []
    for one in passed.values():
        most, at = one.shares.max(dim=1)
        amounts.append(most)
        numbers.append(one.numbers.gather(1, at[:, None])[:, 0])
    most, sources = torch.stack(amounts).max(dim=0)
    found = torch.stack(numbers).gather(0, sources[None])[0]
    names = [*passed]
    for source, number in zip(sources[most > 0].tolist(), found[most > 0].tolist(), strict=True):
        yield names[source], number


def _between(made: Sequence[Cell], of: Sequence[Cell], parts: Tensor) -> Iterator[Edge]:
    """The edges between some cells and others, by the parts (made, of) that go along them."""
    for one, row in zip(made, parts.tolist(), strict=True):
        for other, part in zip(of, row, strict=True):
            if part > 0:
                yield Edge(one, other, part)


def _drawn(edges: Sequence[Edge], strongest: Iterable[Cell], most: int) -> list[Edge]:
    """The edges on from the strongest cells, then the strongest edges, with all that go on."""
    onward: dict[Cell, Edge] = {}
    for edge in edges:
        onward.setdefault(edge.output, edge)
    drawn: set[Edge] = set()

    def follow(edge: Edge | None) -> None:
        while edge is not None and edge not in drawn:
            drawn.add(edge)
            edge = onward.get(edge.input)

    for cell in strongest:
        follow(onward.get(cell))
    for edge in edges:
        if len(drawn) < most:
            follow(edge)
    return [edge for edge in edges if edge in drawn]
