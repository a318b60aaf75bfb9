"""A kind of step, declared once: from its declaration follows all that is known of it."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

from transformer_core.explain.computation import Term
from transformer_core.explain.reading import Numbers, OutputCell, Reading


def total(terms: Sequence[float], _: Numbers) -> float:
    return math.fsum(terms)


def average(terms: Sequence[float], numbers: Numbers) -> float:
    return math.fsum(terms) / numbers["count"]


def largest(terms: Sequence[float], _: Numbers) -> float:
    return max(terms)


@dataclass(frozen=True)
class Notation:
    """How numbers of a kind are written and drawn."""

    significant: bool = False
    """With four significant digits, where four decimals would leave nothing of them."""
    largest_first: bool = False
    """The terms that are written out, by their size."""
    named: tuple[str, ...] = ()
    """Numbers that get a line of their own, because the equation does not name them."""
    sum_to_1: Literal["", "row", "column"] = ""
    """What the terms make 1 of, if each is a weight."""
    with_unscaled: bool = False
    """Next to those weights, what they would be if the scores were not scaled."""
    of_weights: bool = False
    """The terms are weights of several heads."""


@dataclass(frozen=True)
class Kind:
    """One kind of step.

    `equation` is how a cell is written, with numbers by name in braces, {terms} for the sum of all
    terms and {list} for terms that are not added; nothing where a rule decides and nothing is
    calculated. Where it differs from cell to cell it is a function of the numbers.
    """

    name: str
    reads: Reading
    equation: str | Callable[[Numbers], str] = "{terms}"
    result: Callable[[Sequence[float], Numbers], float] = total
    """Works the cell out from its shown terms and numbers alone."""
    numbers: Callable[[OutputCell], Numbers] | None = None
    """The numbers that belong to the step rather than to a term; as it reads them if None."""
    notation: Notation = Notation()
    remark: Callable[[Sequence[Term], Numbers], str] = lambda *_: ""
    """The name of the sentence that says why this cell is special, if it is."""
    is_aside: bool = False
    """It sums up what is on the way, and is not on it itself."""


KINDS: dict[str, Kind] = {}


def declare(*kinds: Kind) -> None:
    """Make kinds known by their names. Raises: ValueError if another has such a name."""
    for kind in kinds:
        if KINDS.setdefault(kind.name, kind) is not kind:
            raise ValueError(f"there are two kinds of step called {kind.name!r}")
