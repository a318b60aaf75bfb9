"""Common mistakes, each compared with the right way, on the same input and in real numbers.

Nothing else in `transformer_core` or `transformer_lab` uses this package. The right result is
always the core's own; the wrong function differs from a right one in one line, which a comment
marks.
"""

from transformer_core.explain.kind import declare
from transformer_lab.mistakes import (
    attention,
    finite_mask,
    inputs,
    layers,
    masks,
    padding,
    residuals,
    saturation,
    sublayers,
    targets,
    training,
)
from transformer_lab.mistakes.mistake import Comparison, Lines, Mistake, largest_difference

MISTAKES: dict[str, Mistake] = {}
"""By name, in the order in which a newcomer meets them, from the scores to the training."""


def add(mistake: Mistake) -> None:
    """Add a mistake to the list, and its kinds of steps to those that can be explained."""
    MISTAKES[mistake.name] = mistake
    declare(*mistake.kinds)


for module in (
    saturation,
    attention,
    masks,
    finite_mask,
    padding,
    inputs,
    layers,
    residuals,
    sublayers,
    training,
    targets,
):
    for one in module.MISTAKES:
        add(one)

__all__ = ["MISTAKES", "Comparison", "Lines", "Mistake", "add", "largest_difference"]
