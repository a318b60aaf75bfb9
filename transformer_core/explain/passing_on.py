"""How a tensor's cells distribute a share over the cells they were computed from.

In proportion to the terms' absolute values, with halves for the two factors of a product where both
were computed; all to its own place in a softmax or a norm. Shares have the tensor's shape, and any
axes before it ("...") for several ways at once.
"""

from collections.abc import Callable, Iterator, Mapping
from types import EllipsisType
from typing import NamedTuple

import torch
from torch import Tensor

from transformer_core.explain.computation import INPUT, Cell, Computation, Step
from transformer_core.explain.explanation import explain
from transformer_core.explain.products import AXES, product_of


class Received(NamedTuple):
    """The shares (..., *shape) that the cells of what a step makes have to pass on."""

    computation: Computation
    step: Step
    tensor: str
    shares: Tensor


Passed = Iterator[tuple[str, Tensor]]
"""By tensor shares (..., *shape); a tensor that plays two parts in the step comes twice."""


def passed_on(computation: Computation, tensor: str, shares: Tensor) -> dict[str, Tensor]:
    """The share that each input of a tensor receives, in the shape of that input.

    Those that nothing made receive nothing, such as weights, biases, ids and masks.
    """
    step = computation.steps.get(tensor, INPUT)
    if not _made(computation, step):
        return {}
    received = Received(computation, step, tensor, shares - kept(computation, tensor, shares))
    passed: dict[str, Tensor] = {}
    for source, part in PASSING.get(step.kind, _by_terms)(received):
        if source in computation.steps:
            passed[source] = passed[source] + part if source in passed else part
    return passed


def kept(computation: Computation, tensor: str, shares: Tensor) -> Tensor:
    """The share that stays in cells: at the ends, and where a cell was set by hand."""
    if not _made(computation, computation.steps.get(tensor, INPUT)):
        return shares
    kept = torch.zeros_like(shares)
    for name, index in computation.by_hand:
        if name == tensor:
            at: tuple[EllipsisType | int, ...] = (..., *index)
            kept[at] = shares[at]
    return kept


def _made(computation: Computation, step: Step) -> list[str]:
    """The tensors of a step that were made, one for each role."""
    return [tensor for tensor in step.of.values() if tensor in computation.steps]


def _products(received: Received) -> Passed:
    computation, step, _, shares = received
    product = product_of(computation, step)
    assert product is not None
    factors, made = product[:2], product.axes
    first, second = (_sizes(factor.numbers) for factor in factors)
    totals = torch.einsum(f"{factors[0].axes},{factors[1].axes}->{made}", first, second)
    computed = [factor for factor in factors if factor.tensor in computation.steps]
    per_size = _per_size(shares, totals) / len(computed)
    for factor in computed:
        own, other = (first, second) if factor is factors[0] else (second, first)
        axes = f"...{made},{product.other(factor.role).axes}->...{factor.axes}"
        part = own * torch.einsum(axes, per_size, other)
        lead = shares.shape[: shares.dim() - len(made)]
        yield factor.tensor, part.reshape(*lead, *computation.tensors[factor.tensor].shape)


def _two_terms(received: Received) -> Passed:
    computation, step, _, shares = received
    x, y = (_sizes(computation.tensors[step.of[role]]) for role in "xy")
    per_size = _per_size(shares, x + y)
    yield step.of["x"], per_size * x
    yield step.of["y"], per_size * y


def _own_place(received: Received) -> Passed:
    yield received.step.of["x"], received.shares


def _concatenation(received: Received) -> Passed:
    x = received.step.of["x"]
    heads = received.computation.tensors[x].size(0)
    yield x, received.shares.unflatten(-1, (heads, -1)).transpose(-3, -2)


def _by_terms(received: Received) -> Passed:
    """The share that any other kind passes on, one cell after another."""
    computation, step, tensor, shares = received
    lead = shares.dim() - computation.tensors[tensor].dim()
    passed = {
        source: torch.zeros(*shares.shape[:lead], *computation.tensors[source].shape).double()
        for source in _made(computation, step)
    }
    for place in map(tuple, shares.nonzero().tolist()):
        terms = explain(computation, Cell(tensor, place[lead:])).terms
        # A term that is alone passes everything on, 0 or not.
        sizes = _sizes(torch.tensor([term.value if len(terms) > 1 else 1.0 for term in terms]))
        parts = _per_size(shares[place], sizes.sum()) * sizes
        for term, part in zip(terms, parts, strict=True):
            for cell in term.cells:  # no kind that comes here multiplies two tensors' numbers
                if cell is not None and cell.tensor in passed:
                    passed[cell.tensor][(*place[:lead], *cell.index)] += part
    yield from passed.items()


def _sizes(values: Tensor) -> Tensor:
    """Absolute values in float64; 0 for what is not a number."""
    return values.double().abs().nan_to_num()


def _per_size(shares: Tensor, totals: Tensor) -> Tensor:
    """The share that each 1 of a sum of sizes passes on; nothing where that sum is 0."""
    return torch.where(totals > 0, shares / totals, 0.0)


PASSING: Mapping[str, Callable[[Received], Passed]] = {
    **dict.fromkeys(AXES, _products),
    **dict.fromkeys(("sum", "difference"), _two_terms),
    **dict.fromkeys(("softmax", "softmax_over_queries", "unguarded_softmax"), _own_place),
    **dict.fromkeys(("scaling", "masking", "masking_afterwards", "finite_masking"), _own_place),
    **dict.fromkeys(("layer_norm", "relu", "copy", "dropout", "switching"), _own_place),
    "concatenation": _concatenation,
}
"""By kind of step, for a whole tensor at once."""
