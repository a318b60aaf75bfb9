"""What came of a training: one of four outcomes, decided by its records."""

import math
from collections.abc import Iterable
from typing import NamedTuple

LEARNED, SOME = 0.99, 0.05
"""Shares of held-out sentences that are exactly right."""


class Result(NamedTuple):
    """How a training stands."""

    step: int
    held_out_loss: float
    held_out_exact: float
    learned_at: int | None = None
    """The first recorded step with LEARNED, where there is one."""


def outcome(result: Result, target_length: int) -> str:
    """ "learned", "partly", "deceived" or "not".

    Deceived: the loss, which is given the right tokens before each, promises at least half of the
    sentences, exp(-loss)^length, and the model that writes by itself gets less than half of that.

    Args:
        target_length: tokens of a target, its end token included.
    """
    promised = math.exp(-result.held_out_loss * target_length) if result.held_out_loss >= 0 else 0
    if result.held_out_exact >= LEARNED:
        return "learned"
    if promised >= 0.5 and result.held_out_exact < promised / 2:
        return "deceived"
    return "partly" if result.held_out_exact >= SOME else "not"


def result_of(records: Iterable[tuple[int, float, float]]) -> Result | None:
    """Of (step, held-out loss, held-out exact) of every record; None where there is none."""
    all_of_them = list(records)
    if not all_of_them:
        return None
    first = next((step for step, _, exact in all_of_them if exact >= LEARNED), None)
    return Result(*all_of_them[-1], first)
