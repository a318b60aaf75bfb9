"""A piece of a run, to be computed anywhere: what an engine sends to its workers."""

import math
import time
from typing import NamedTuple

import torch

from transformer_lab.learning.adam import AdamStep, adam_step
from transformer_lab.learning.config import RunConfig
from transformer_lab.learning.recording import Record, RunState, model_at, step_by_step, steps_of

SOON = 2.0
"""Where the next record comes within so many times its time, a slice goes on to that."""


class Slice(NamedTuple):
    """The records that were computed, and the current state of the run."""

    records: tuple[Record, ...]
    state: RunState


def advance(
    config: RunConfig, state: RunState | None, seconds: float, until: int | None = None
) -> Slice:
    """Train for this many seconds, or until a step: at least one step, and on to a record that is
    near.

    The same records come however a run is cut into slices.

    Args:
        state: the current state of the run, not changed; None before its first step.
        seconds: from the end of the first step, before which all that it needs is made.
    """
    torch.set_num_threads(1)
    state = RunState() if state is None else state.copy()
    begun, records = state.step, []
    clock = _Clock(seconds)
    for record in step_by_step(config, state, until):
        if record is not None:
            records.append(record)
        if state.step > begun and clock.is_over(record is not None):
            break
    return Slice(tuple(records), state.copy())


class _Clock:
    """Says when a slice is over. It starts when it is asked first."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._began: float | None = None

    def is_over(self, is_at_record: bool) -> bool:
        now = time.perf_counter()
        self._began = now if self._began is None else self._began
        return now - self._began >= self._seconds * (1.0 if is_at_record else SOON)


def state_at(
    config: RunConfig, state: RunState | None, step: int, seconds: float = math.inf
) -> RunState:
    """A run at a later step, or at the same one; at an earlier one than asked for where the time is
    over before, but at least one step further.

    Raises: ValueError for a step that the run does not have, or that lies before the state.
    """
    torch.set_num_threads(1)
    state = RunState() if state is None else state.copy()
    if not state.step <= step <= config.steps:
        raise ValueError(f"step must be from {state.step} to {config.steps}, got {step}")
    clock = _Clock(seconds)
    for _ in steps_of(config, model_at(config, state), state, step):
        if clock.is_over(is_at_record=True):
            break
    return state.copy()


def adam_at(
    config: RunConfig, state: RunState | None, step: int, name: str, index: tuple[int, ...]
) -> AdamStep:
    """As `adam_step`."""
    torch.set_num_threads(1)
    return adam_step(config, RunState() if state is None else state, step, name, index)
