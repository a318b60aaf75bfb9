"""A mistake: one input, the right result, the wrong one, and the test that distinguishes them."""

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Literal, NamedTuple

import torch
from torch import Tensor

from transformer_core.explain.computation import Computation, Step
from transformer_core.explain.kind import Kind
from transformer_core.explain.origin import Axes, Origin
from transformer_lab.mistakes.derivation import GRID, Derivation

RIGHT_LINE = "# right: "
"""In a wrong function, a comment that starts like this holds the right line; below is the line at
fault. Put in its place, the right line makes the function right: the tests do exactly that."""
COMPARED = ("right", "wrong", "other", "difference")
"""The tensors that are shown next to each other."""

Sizes = Mapping[str, int]
"""The sizes of a mistake's input, by the parameter names of its `given`."""
Figures = dict[str, int | float | str]
"""The numbers in the sentences about a mistake."""
Points = tuple[list[float], list[float], list[float]]
"""Of two curves x, the right y and the wrong y."""


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
class Picture:
    """How the results are drawn as matrices."""

    rows: str = "query"
    cols: str = "key"
    scale: Literal["weights", "diverging"] = "weights"
    masked: bool = False
    """Cells without any weight are hatched."""
    compact: bool = False
    bars: Literal["sum", "entropy", "deviation"] | None = None
    """What is drawn next to each row."""
    heads: bool = False
    """The columns are those of several heads side by side."""
    row_ids: str = ""
    """What of the input has the token ids of the rows, if padding is named there."""
    col_ids: str = ""
    """The same of the columns."""


@dataclass(frozen=True)
class Curve:
    """How the results are drawn as curves over a size that grows."""

    points: Callable[[Comparison, Sizes], Points]
    size: str = ""
    """The size along the axis; each curve is labelled at its value, or where it is largest."""
    is_logarithmic: bool = False
    is_option: bool = True
    """Whether its mistake is among the options where another one's curve is to be named."""


@dataclass(frozen=True)
class Mistake:
    """One mistake. `right` and `wrong` take what `given` returns, by name."""

    name: str
    topic: Literal["scores", "mask", "padding", "layers", "training"]
    equation: str
    """The right form of the equation that it breaks, in LaTeX."""
    given: Callable[..., dict[str, Any]]
    """Makes the input from sizes and, where there is chance in it, a seed."""
    right: Callable[..., Tensor]
    """The core's own result."""
    wrong: Callable[..., Tensor]
    """The same with one line changed."""
    test: Callable[..., None]
    """The test that would have caught it: raises AssertionError on a wrong result. It gets the
    result and, as pytest's fixtures, what else of the input its arguments name."""
    derivation: Callable[[Comparison], Derivation]
    """The steps that lead to both results."""
    sizes: tuple[str, ...]
    """The sizes of `given` that can be chosen."""
    suggestions: Mapping[str, Sizes]
    """Sizes that are worth a look, by name."""
    kinds: tuple[Kind, ...] = ()
    """Kinds of steps that no right computation takes."""
    figures: Callable[[Comparison, Sizes], Figures] = lambda *_: {}
    """The numbers in its sentences, computed from what its pictures show; none where they hold
    whatever the sizes."""
    about: str = ""
    """The tensor of both models whose sum it gets wrong, without the side before it."""
    shown: Callable[[Tensor], Tensor] = lambda result: result
    """Cuts out the part of a result that is compared: a matrix, or the numbers that it has."""
    axes: Axes = GRID
    """What the axes of that part count."""
    position: str = "position"
    """What a position is called."""
    picture: Picture | None = Picture()
    """None for a result that is a single number or a curve."""
    curve: Curve | None = None
    note: Callable[[float, Tensor], tuple[str, Figures]] | None = None
    """What else is said of one of the compared numbers, given it and its row: the name of the
    sentence, and what it is filled with."""
    other: str = ""
    """The mistake that answers the same question wrongly in another way."""

    @property
    def lines(self) -> Lines:
        return lines_at_fault(self.wrong)

    @property
    def is_random(self) -> bool:
        """Whether there is chance in its input."""
        return "seed" in self.sizes

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

    def computation(self, comparison: Comparison) -> Computation:
        """Both results laid open: the computation of every number of a comparison.

        "right", "wrong" and "difference" are what is compared; the two ways share the tensors that
        they have in common. The learning rate's "right" and "wrong" hold every step from 0,
        whichever are compared.
        """
        right, wrong = map(self.shown, comparison[1:])
        with torch.inference_mode():
            derivation = self.derivation(comparison)
        tensors = {"right": right, "wrong": wrong} | derivation.tensors
        tensors["difference"] = tensors["wrong"] - tensors["right"]
        steps = derivation.steps | {"difference": Step("difference", {"x": "wrong", "y": "right"})}
        axes = dict(derivation.axes) | dict.fromkeys(COMPARED, self.axes)
        origins = {tensor: Origin(tensor, axes[tensor]) for tensor in tensors if tensor in axes}
        return Computation(tensors, steps, origins={**origins, **derivation.origins})


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
