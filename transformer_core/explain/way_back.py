"""The way from a number back to the tokens, along the largest terms of each step."""

from collections.abc import Iterator, Sequence
from graphlib import TopologicalSorter
from typing import NamedTuple

import torch
from torch import Tensor

from transformer_core.explain.computation import Cell, Computation, Term
from transformer_core.explain.explanation import explain
from transformer_core.explain.products import Product, index_of, places, product_of

OWN_PLACE = frozenset({"softmax", "softmax_over_queries", "unguarded_softmax"})
"""Kinds whose terms are a whole row, of which only its own place makes a cell large."""


class Edge(NamedTuple):
    """A cell, one of those it was computed from, and how much of the way goes between them."""

    made: Cell
    of: Cell
    share: float
    """Of the way from the start, which is 1."""


class _Passed(NamedTuple):
    """What one cell passes on to the cells of a tensor."""

    made: Cell | None
    shares: Tensor
    """Of the way from the start, in the tensor's shape."""


def way_back(
    computation: Computation, cell: Cell, *, most_cells: int = 6, least_share: float = 0.01
) -> list[Edge]:
    """The way from a number back to the tokens, the edges with the largest shares first.

    The start has a share of 1. Each cell passes all that it has received on to the cells in its
    terms, in proportion to the terms' absolute values, with halves for the two factors of a product
    where both were computed. All that a softmax or a norm has received goes to its own place. No
    share goes to biases, constants and tensors that nothing made, such as weights, ids and masks:
    the way ends at the embeddings, the positional encodings and cells set by hand.

    These are sizes of terms in the arithmetic, one step after another. They are not causes: they do
    not say how the number would change with any other, nor whether two terms cancel each other. In
    a wide model the way is made of many small terms: few cells carry hardly any of it to the end.

    Args:
        most_cells: how many cells of each tensor the way goes on with, those with the largest
            shares; edges to all others are left out.
        least_share: the smallest share that a cell must have received for that.

    Raises: KeyError or IndexError where there is no such cell.
    """
    computation.value(cell)
    passed: dict[str, list[_Passed]] = {cell.tensor: [_Passed(None, _one(computation, cell))]}
    edges: list[Edge] = []
    for tensor in reversed(_in_order(computation)):
        received = passed.pop(tensor, [])
        for of, parts in _strongest(tensor, received, most_cells, least_share):
            for one, part in zip(received, parts, strict=True):
                if one.made is not None and part > 0:
                    edges.append(Edge(one.made, of, part))
            for source, shares in _sources(computation, of):
                passed.setdefault(source, []).append(_Passed(of, shares * sum(parts)))
    return sorted(edges, key=lambda edge: -edge.share)


def reached(computation: Computation, edges: Sequence[Edge]) -> dict[tuple[str, int], float]:
    """How much of the start's share reaches the ends of a way, the largest first.

    Returns: by tensor and row, which is the token's place. Together at most 1; what is missing was
    on the edges that are left out, or had no term to go on with.
    """
    ends: dict[tuple[str, int], float] = {}
    for _, of, share in edges:
        if _is_end(computation, of):
            at = of.tensor, of.index[-2:][0]
            ends[at] = ends.get(at, 0.0) + share
    return dict(sorted(ends.items(), key=lambda end: -end[1]))


def _is_end(computation: Computation, cell: Cell) -> bool:
    return not computation.steps.keys() & computation.step(cell).of.values()


def _in_order(computation: Computation) -> list[str]:
    """The tensors that were made, each after all that it was made from."""
    of = {made: step.of.values() for made, step in computation.steps.items()}
    return [name for name in TopologicalSorter(of).static_order() if name in of]


def _one(computation: Computation, cell: Cell) -> Tensor:
    """1 in a cell and 0 in all others of its tensor."""
    shares = torch.zeros(computation.tensors[cell.tensor].shape, dtype=torch.float64)
    shares[cell.index] = 1.0
    return shares


def _strongest(
    tensor: str, received: Sequence[_Passed], most: int, least: float
) -> Iterator[tuple[Cell, list[float]]]:
    """The cells that have received most, and how much from each."""
    if not received:
        return
    parts = torch.stack([one.shares for one in received])
    order = parts.sum(dim=0).flatten().argsort(descending=True, stable=True)[:most]
    columns = parts.reshape(len(received), -1)[:, order].T.tolist()
    for number, column in zip(order.tolist(), columns, strict=True):
        if sum(column) > 0 and sum(column) >= least:
            yield Cell(tensor, index_of(number, parts.shape[1:])), column


def _sources(computation: Computation, cell: Cell) -> Iterator[tuple[str, Tensor]]:
    """The tensors that a cell was computed from, each with the shares of it that go there."""
    step = computation.step(cell)
    product = product_of(computation, step)
    if step.kind in OWN_PLACE:
        terms: Sequence[Term] = [Term((1.0,), (Cell(step.of["x"], cell.index),))]
    elif product is not None:
        yield from _of_product(computation, product, cell.index)
        return
    else:
        terms = explain(computation, cell).terms
    for term, share in zip(terms, _proportions([term.value for term in terms]), strict=True):
        made = [one for one in term.cells if one is not None and one.tensor in computation.steps]
        for one in made:
            yield one.tensor, _one(computation, one) * (share / len(made))


def _of_product(
    computation: Computation, product: Product, index: tuple[int, ...]
) -> Iterator[tuple[str, Tensor]]:
    """The same of a sum of products, all terms at once."""
    at = dict(zip(product.axes, index, strict=True))
    shares = _proportions(product.first.part(at) * product.second.part(at))
    made = [one for one in product[:2] if one.tensor in computation.steps]
    for factor in made:
        all_shares = torch.zeros(factor.numbers.shape, dtype=torch.float64)
        all_shares[places(factor.axes, at)] = shares / len(made)
        yield factor.tensor, all_shares.reshape(computation.tensors[factor.tensor].shape)


def _proportions(values: Tensor | Sequence[float]) -> Tensor:
    """Of absolute values; all 0 where they are, but 1 for a value that is alone."""
    sizes = torch.as_tensor(values, dtype=torch.float64).abs()
    if len(sizes) == 1:
        return torch.ones_like(sizes)
    return sizes / sizes.sum().clamp(min=torch.finfo(sizes.dtype).tiny)
