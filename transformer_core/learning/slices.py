"""A piece of a run, to be computed anywhere: what an engine sends to its workers."""

import time
from typing import NamedTuple

import torch

from transformer_core.learning.adam import AdamStep, adam_step
from transformer_core.learning.config import RunConfig
from transformer_core.learning.recording import Record, RunState, learn, model_at, steps_of


class Slice(NamedTuple):
    """The records that were computed, and the current state of the run."""

    records: tuple[Record, ...]
    state: RunState


def advance(
    config: RunConfig, state: RunState | None, seconds: float, until: int | None = None
) -> Slice:
    """Train for this many seconds, or until a step; at least up to the next record.

    The same records come however a run is cut into slices.

    Args:
        state: the current state of the run, not changed; None before its first step.
    """
    torch.set_num_threads(1)
    state = RunState() if state is None else state.copy()
    end = time.perf_counter() + seconds
    records = []
    for record in learn(config, state, until):
        records.append(record)
        if time.perf_counter() >= end and record.step:
            break
    return Slice(tuple(records), state.copy())


def state_at(config: RunConfig, state: RunState | None, step: int) -> RunState:
    """A run at a later step, or at the same one.

    Raises: ValueError for a step that the run does not have, or that lies before the state.
    """
    torch.set_num_threads(1)
    state = RunState() if state is None else state.copy()
    if not state.step <= step <= config.steps:
        raise ValueError(f"step must be from {state.step} to {config.steps}, got {step}")
    for _ in steps_of(config, model_at(config, state), state, step):
        pass
    return state.copy()


def adam_at(
    config: RunConfig, state: RunState | None, step: int, name: str, index: tuple[int, ...]
) -> AdamStep:
    """As `adam_step`."""
    torch.set_num_threads(1)
    return adam_step(config, RunState() if state is None else state, step, name, index)
