"""Weight decay in Adam's gradient, and next to Adam: AdamW (Loshchilov and Hutter, 2019)."""

from collections.abc import Iterable
from typing import Literal, NamedTuple

from transformer_lab.learning.adam import AdamStep, explained

Rule = Literal["adam", "l2", "adamw"]
"""No decay; decay as a part of the gradient (L2 regularisation; algorithm 2 there, line 6); decay
apart from it (line 12)."""


class DecayedStep(NamedTuple):
    """One weight at one step, with every number on the way."""

    gradient: float
    """Of the loss alone."""
    pull: float
    """decay * weight; what l2 adds to the gradient."""
    adam: AdamStep
    """Of the gradient that the rule gives to Adam."""
    shrinkage: float
    """-rate * decay * weight, which adamw adds to the weight; 0 in the others."""
    new_weight: float
    """adam.new_weight + shrinkage."""


def decayed_step(
    gradient: float,
    weight: float,
    first: float,
    second: float,
    step: int,
    rate: float,
    decay: float,
    rule: Rule,
) -> DecayedStep:
    """One update of one weight, in float64.

    Args:
        first, second: Adam's running means before this step.
        step: from 1.
        decay: at least 0; "adam" does not use it.

    Raises: ValueError when `step` is less than 1.
    """
    pull = decay * weight
    seen = gradient + pull if rule == "l2" else gradient
    adam = explained(seen, weight, first, second, step, rate)
    shrinkage = -rate * pull if rule == "adamw" else 0.0
    return DecayedStep(gradient, pull, adam, shrinkage, adam.new_weight + shrinkage)


def decayed_steps(
    gradients: Iterable[float], weight: float, rate: float, decay: float, rule: Rule
) -> list[DecayedStep]:
    """The steps of a weight under these gradients of the loss, from moments of 0."""
    first = second = 0.0
    found: list[DecayedStep] = []
    for step, gradient in enumerate(gradients, start=1):
        done = decayed_step(gradient, weight, first, second, step, rate, decay, rule)
        found.append(done)
        weight, first, second = done.new_weight, done.adam.first, done.adam.second
    return found
