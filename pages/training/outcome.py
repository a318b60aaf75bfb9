"""What came of a training: one of six outcomes, decided by what is measured of it."""

import math
from collections.abc import Iterable
from typing import NamedTuple

from transformer_core.learning.config import RunConfig
from transformer_core.learning.measuring import frequency_loss

OUTCOMES = ("learned", "partly", "reordered", "deceived", "better", "not")
"""From all sentences right to nothing but how often each token comes."""
NEARLY_ALL, MOST = 0.9, 0.5
"""Shares of the held-out sentences: nearly all from here on, and most above this."""


class Result(NamedTuple):
    """How a training stands, by the held-out sentences."""

    step: int
    loss: float
    exact: float
    first_loss: float
    """Before the first step."""
    learned_at: int | None = None
    """The first recorded step at which all were right, where there is one."""


class Yardstick(NamedTuple):
    """What a task's results are measured by."""

    target_length: int
    """Tokens of a target, its end token included."""
    frequency_loss: float
    """The loss of whoever knows only how often each token comes."""


def yardstick(config: RunConfig) -> Yardstick:
    """What the results of a run are measured by."""
    return Yardstick(len(config.the_task.example.target) + 1, frequency_loss(config.task))


def outcome(result: Result, yardstick: Yardstick, reordered: float = 0.0) -> str:
    """One of OUTCOMES.

    Args:
        reordered: the share of sentences written with the right tokens in another order; asked
            for only where `depends_on_order`.
    """
    if result.exact >= NEARLY_ALL:
        return "learned"
    if is_deceived(result, yardstick):
        return "deceived"
    if depends_on_order(result, yardstick) and reordered > MOST:
        return "reordered"
    if result.exact > 0:
        return "partly"
    return "better" if result.loss < yardstick.frequency_loss else "not"


def is_deceived(result: Result, yardstick: Yardstick) -> bool:
    """The loss, which is given the right tokens before each, promises at least half of the
    sentences, exp(-loss)^length, and the model that writes by itself gets less than half of that.
    """
    if not result.loss >= 0:
        return False
    promised = math.exp(-result.loss * yardstick.target_length)
    return promised >= MOST and result.exact < promised / 2


def depends_on_order(result: Result, yardstick: Yardstick) -> bool:
    """Whether the outcome depends on the order of what is written."""
    return result.exact <= MOST and not is_deceived(result, yardstick)


def result_of(records: Iterable[tuple[int, float, float]]) -> Result | None:
    """Of (step, held-out loss, held-out exact) of every record; None where there is none."""
    all_of_them = list(records)
    if not all_of_them:
        return None
    first = next((step for step, _, exact in all_of_them if exact == 1), None)
    return Result(*all_of_them[-1], all_of_them[0][1], first)
