"""The page's requests to the engine: a run's config, status, records and weights."""

from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import CancelledError
from contextlib import contextmanager
from typing import NamedTuple

from torch import Tensor

from pages.training.forward import model_with
from pages.training.pending import PendingCache, PendingError
from transformer_core.explain.computation import Cell
from transformer_lab.learning import AdamStep, RunConfig
from transformer_lab.learning.measuring import Written, held_out_writing
from ui.runs.cluster import ClusterError
from ui.runs.engine import UnknownRunError
from ui.runs.route import engine

MOST_STATES, MOST_STEPS = 24, 64
"""The sizes of the caches, over all users."""
LONGEST_SECONDS = 120.0
"""The timeout: a step far from every stored state is slow, and shares the workers with runs."""
WHY = {
    UnknownRunError: "gone",
    TimeoutError: "late",
    ClusterError: "cluster",
    CancelledError: "cluster",
}
_states: PendingCache[Mapping[str, Tensor]] = PendingCache(MOST_STATES)
"""Weights without Adam's moments, which are twice as large and not needed."""
_steps: PendingCache[AdamStep] = PendingCache(MOST_STEPS)
_written: PendingCache[Written] = PendingCache(MOST_STEPS)


class ComputingError(Exception):
    """The engine could not compute what a page asked for: "gone", "late", "cluster" or "fault"."""


class Recorded(NamedTuple):
    """The parts of a record that the page needs on the server."""

    step: int
    held_out_loss: float
    held_out_exact: float


class RunSnapshot(NamedTuple):
    """An existing run."""

    run: str
    config: RunConfig
    status: str
    records: Sequence[Recorded]

    @property
    def is_under_way(self) -> bool:
        return self.status in ("waiting", "running", "paused")

    def step_at(self, wanted: int) -> int:
        """The last recorded step up to a wanted one; the newest if that is negative."""
        steps = [one.step for one in self.records if wanted < 0 or one.step <= wanted]
        return steps[-1] if steps else 0


def find_run(run: str) -> RunSnapshot | None:
    """The run with this id; None if it does not exist or no longer exists."""
    try:
        config, status = engine().config(run), engine().run(run).status
        packed = engine().records(run)
    except UnknownRunError:
        return None
    records = [
        Recorded(one.step, *(_number(one.header[f"held_out_{name}"]) for name in ("loss", "exact")))
        for one in packed
    ]
    return RunSnapshot(run, config, status, records)


def _number(value: float | None) -> float:
    """A number from a record, in which NaN and infinity are sent as None."""
    return float("nan") if value is None else value


def weights_at(run: str, step: int) -> Mapping[str, Tensor]:
    """The parameters of a run at a recorded step, by name; empty for an untrained model.

    Raises: PendingError while they are computed; ComputingError.
    """
    if not run or not step:
        return {}
    with _errors():
        return _states.get(
            (run, step), lambda: engine().state_at(run, step, LONGEST_SECONDS).weights
        )


def adam_update(run: str, step: int, cell: Cell) -> AdamStep:
    """Adam's update of one parameter at a step. Raises: as `weights_at`."""
    key = (run, step, cell)
    with _errors():
        return _steps.get(
            key, lambda: engine().adam_at(run, step, cell.tensor, cell.index, LONGEST_SECONDS)
        )


def writing_at(run: str, step: int, config: RunConfig) -> Written:
    """What a run writes for the held-out sentences at a step. Raises: as `weights_at`."""

    def written() -> Written:
        weights = engine().state_at(run, step, LONGEST_SECONDS).weights if step else {}
        model = model_with(config, weights)
        return held_out_writing(model, config)

    with _errors():
        return _written.get((run, step), written)


@contextmanager
def _errors() -> Iterator[None]:
    try:
        yield
    except PendingError:
        raise
    except Exception as error:
        why = next((name for kind, name in WHY.items() if isinstance(error, kind)), "fault")
        raise ComputingError(why) from error
