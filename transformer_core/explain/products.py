"""The kinds of steps that sum products of two tensors' numbers, laid open axis by axis.

`step_kinds` says the same of one cell at a time; here many terms are found at once.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from torch import Tensor

from transformer_core.explain.computation import Computation, Step

Places = tuple[int | slice, ...]
"""Cells of a tensor: a number for each axis, or all of that axis."""


class Factor(NamedTuple):
    """A tensor whose numbers are factors, and a letter for each of its axes."""

    role: str
    tensor: str
    axes: str
    numbers: Tensor

    def part(self, at: Mapping[str, int]) -> Tensor:
        """The numbers at those places, in float64; all of the axes that have none."""
        return self.numbers[places(self.axes, at)].double()


class Product(NamedTuple):
    """made = the sum of first · second over the letter that only those two have."""

    first: Factor
    second: Factor
    axes: str
    """The axes of the result."""

    def factor(self, role: str) -> Factor:
        return self.first if self.first.role == role else self.second

    def other(self, role: str) -> Factor:
        return self.second if self.first.role == role else self.first


AXES: Mapping[str, tuple[tuple[str, str], tuple[str, str], str]] = {
    "dot_product": (("left", "qd"), ("right", "kd"), "qk"),
    "weighted_sum": (("weights", "qk"), ("values", "kd"), "qd"),
    "matrix_product": (("left", "ri"), ("right", "ic"), "rc"),
    "linear": (("x", "ri"), ("weight", "ci"), "rc"),
    "linear_without_bias": (("x", "ri"), ("weight", "ci"), "rc"),
}
"""For each kind, its two roles and the letters of their axes, then those of the result.

An attention of several heads has an axis "h" before them; so has a linear layer that makes heads.
"""


def product_of(computation: Computation, step: Step) -> Product | None:
    """The two factors of a step that sums products; None for any other."""
    if step.kind not in AXES:
        return None
    *roles, made = AXES[step.kind]
    first, second = (
        Factor(role, step.of[role], axes, computation.tensors[step.of[role]])
        for role, axes in roles
    )
    if "heads" in step.constants:  # the columns of one head are next to each other
        apart = second.numbers.unflatten(0, (-1, int(step.constants["d_head"])))
        return Product(first, second._replace(axes="hci", numbers=apart), "hrc")
    if first.numbers.dim() == 2:
        return Product(first, second, made)
    first, second = (one._replace(axes=f"h{one.axes}") for one in (first, second))
    return Product(first, second, f"h{made}")


def places(axes: str, at: Mapping[str, int]) -> Places:
    """The cells at those places of the axes; all of the axes that have none."""
    return tuple(at.get(axis, slice(None)) for axis in axes)


def index_of(number: int, shape: Sequence[int]) -> tuple[int, ...]:
    """The place of the cell with that number, counted from 0 along the rows."""
    index: list[int] = []  # torch.unravel_index takes a third of a second when first called
    for size in reversed(shape):
        number, at = divmod(number, size)
        index.insert(0, at)
    return tuple(index)
