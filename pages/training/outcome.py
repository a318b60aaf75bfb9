"""The outcome of a run: one of six, decided by its measurements."""

import math
from collections.abc import Iterable
from typing import NamedTuple

from transformer_lab.learning.config import RunConfig
from transformer_lab.learning.measuring import frequency_loss

OUTCOMES = ("learned", "partly", "reordered", "deceived", "better", "not")
"""From all sentences right to nothing learned beyond how often each token occurs."""
GUESSED = 0.95
"""From this share of the loss of guessing on, a loss says no more than guessing does."""
NEARLY_ALL, MOST = 0.9, 0.5
"""Shares of the held-out sentences: nearly all from 0.9 on, most above 0.5."""


class Result(NamedTuple):
    """The results of a run on the held-out sentences."""

    step: int
    loss: float
    exact: float
    first_loss: float
    """The loss before the first step."""
    learned_at: int | None = None
    """The first recorded step at which all sentences were right, if there is one."""


class Yardstick(NamedTuple):
    """The baseline for a task's results."""

    target_length: int
    """The number of tokens in a target, its end token included."""
    frequency_loss: float
    """The loss of a model that knows only how often each token occurs."""


def yardstick(config: RunConfig) -> Yardstick:
    """The baseline for a run's results."""
    return Yardstick(len(config.the_task.example.target) + 1, frequency_loss(config))


def outcome(result: Result, yardstick: Yardstick, reordered: float = 0.0) -> str:
    """Return one of OUTCOMES.

    Args:
        reordered: the share of sentences written with the right tokens in another order; needed
            only if `depends_on_order`.
    """
    if result.exact >= NEARLY_ALL:
        return "learned"
    if is_deceived(result, yardstick):
        return "deceived"
    if depends_on_order(result, yardstick) and reordered > MOST:
        return "reordered"
    if result.exact > 0:
        return "partly"
    return "better" if result.loss < GUESSED * yardstick.frequency_loss else "not"


def is_deceived(result: Result, yardstick: Yardstick) -> bool:
    """True if the loss, measured with the right tokens as input, predicts at least half of the
    sentences right, exp(-loss)^length, but the model's own decoding gets less than half of these.
    """
    if not result.loss >= 0:
        return False
    promised = math.exp(-result.loss * yardstick.target_length)
    return promised >= MOST and result.exact < promised / 2


def depends_on_order(result: Result, yardstick: Yardstick) -> bool:
    """True if the outcome depends on the order of the written tokens."""
    return result.exact <= MOST and not is_deceived(result, yardstick)


def result_of(records: Iterable[tuple[int, float, float]]) -> Result | None:
    """The result from (step, held-out loss, held-out exact) of every record; None if empty."""
    all_of_them = list(records)
    if not all_of_them:
        return None
    first = next((step for step, _, exact in all_of_them if exact == 1), None)
    return Result(*all_of_them[-1], all_of_them[0][1], first)
