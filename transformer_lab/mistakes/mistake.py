"""A mistake: one input, the right result, the wrong one, and the test that distinguishes them."""

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple

import torch
from torch import Tensor

RIGHT_LINE = "# right: "
"""In a wrong function, a comment that starts like this holds the right line; below is the line at
fault. Put in its place, the right line makes the function right: the tests do exactly that."""


class Lines(NamedTuple):
    """The one line at fault, and the right line in its place."""

    wrong: str
    right: str


class Comparison(NamedTuple):
    """Both results on one input, in the same shape."""

    given: Mapping[str, Any]
    right: Tensor
    wrong: Tensor


@dataclass(frozen=True)
class Mistake:
    """One mistake. `right` and `wrong` take what `given` returns, by name."""

    given: Callable[..., dict[str, Any]]
    """Makes the input from sizes and, where there is chance in it, a seed."""
    right: Callable[..., Tensor]
    """The core's own result."""
    wrong: Callable[..., Tensor]
    """The same with one line changed."""
    test: Callable[..., None]
    """The test that would have caught it: raises AssertionError on a wrong result. It gets the
    result and, as pytest's fixtures, what else of the input its arguments name."""

    @property
    def lines(self) -> Lines:
        return lines_at_fault(self.wrong)

    def compare(self, **sizes: int) -> Comparison:
        """Both results for these sizes; `given` says which sizes there are."""
        with torch.inference_mode():
            given = self.given(**sizes)
            return Comparison(given, self.right(**given), self.wrong(**given))

    def passes(self, result: Tensor, given: Mapping[str, Any]) -> bool:
        """Return whether a result passes the test."""
        wanted = list(inspect.signature(self.test).parameters)[1:]
        try:
            self.test(result, **{name: given[name] for name in wanted})
        except AssertionError:
            return False
        return True


@cache
def lines_at_fault(wrong: Callable[..., Tensor]) -> Lines:
    """The marked line of a function, as it is in the source that runs, and the right one.

    Raises: ValueError unless exactly one line is marked.
    """
    source = [line.strip() for line in inspect.getsource(wrong).splitlines()]
    marks = [place for place, line in enumerate(source) if line.startswith(RIGHT_LINE)]
    if len(marks) != 1:
        raise ValueError(f"{wrong.__name__} must mark one line, got {len(marks)}")
    return Lines(source[marks[0] + 1], source[marks[0]].removeprefix(RIGHT_LINE))


def largest_difference(right: Tensor, wrong: Tensor) -> tuple[int, ...]:
    """The cell where two results of one shape differ most: an index on each axis.

    A result that is NaN differs more than any number; of equal ones the first counts.
    """
    distance = (wrong - right).abs().nan_to_num(nan=torch.inf)
    first = (distance == distance.max()).nonzero()[0]
    return tuple(first.tolist())
