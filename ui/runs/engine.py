"""Runs as work for a cluster: slice by slice, in fair turns, as long as someone watches.

A run is sent in slices of a fraction of a second. So it can be paused and stopped immediately, a
worker that dies loses no more than a slice, and every waiting run gets its turn.
"""

import secrets
import time
from bisect import bisect_right
from collections.abc import Callable
from concurrent.futures import CancelledError
from typing import Any

from transformer_lab.learning import AdamStep, RunConfig, RunState
from transformer_lab.learning.slices import adam_at, state_at
from ui.runs.cluster import Cluster, ClusterError
from ui.runs.fairness import refusal
from ui.runs.packing import PackedRecord
from ui.runs.run import Run, RunStatus, state_bytes
from ui.runs.run_queue import RunQueue

MOST_OF_ONE = 3
"""Maximum number of unfinished runs per person, as identified by the browser."""
SLICE_SECONDS = 0.5
"""Slice length when a step is recomputed."""
URGENT, ORDINARY = 10, 0
"""Priority of its first slice, which goes before all runs, and of its further ones, which take
turns with them."""


class FullError(RuntimeError):
    """The limit of runs is reached: of "everybody", of an "address" or of a "person"."""


class UnknownRunError(KeyError):
    """There is no such run, or it has been discarded."""


class Engine(RunQueue):
    """All runs of this server, with the operations that a page needs."""

    def __init__(
        self, cluster: Cluster | None = None, clock: Callable[[], float] = time.monotonic
    ) -> None:
        super().__init__(cluster or Cluster(), clock)

    def start(
        self, config: RunConfig, person: str, until: int | None = None, *, client: str = ""
    ) -> str:
        """Queue a new run and return its id, which cannot be guessed.

        Args:
            until: the step at which it pauses, which is recorded; None for no pause.
            client: the client that requested it, whose share of the queue it takes.

        Raises: FullError.
        """
        size = state_bytes(config.untrained)
        with self._changing():
            unfinished = (run for run in self._runs.values() if not run.is_finished)
            if (
                sum((run.client, run.person) == (client, person) for run in unfinished)
                >= MOST_OF_ONE
            ):
                raise FullError("person")
            self._require_place(client, size)
            run = Run(
                secrets.token_urlsafe(16), config, person, self._clock(), client, size, until=until
            )
            self._runs[run.id] = run
            self._queue.append(run)
            self._make_room(run)
            self._dispatch()
            return run.id

    def add(self, run: Run) -> str:
        """Add a finished run from a file."""
        with self._changing():
            self._runs[run.id] = run
            self._make_room(run)
            return run.id

    def config(self, run_id: str) -> RunConfig:
        """Return the config of a run. Raises: UnknownRunError, as all methods that take a
        run's id.
        """
        return self._run(run_id).config

    def run(self, run_id: str) -> Run:
        """Return the run itself, for reading; takes no lock."""
        return self._run(run_id)

    def has(self, run: Run) -> bool:
        """Return whether it has not been discarded."""
        return self._runs.get(run.id) is run

    def status(self, run_id: str) -> RunStatus:
        """Return the status of a run. Counts as watching it."""
        with self._lock:
            run = self._run(run_id)
            run.last_seen = self._clock()
            return run.report(self._places().get(run.id, 0), self._is_starting(run))

    def seen(self, run_id: str) -> None:
        """Note that someone is watching the run."""
        self._run(run_id).last_seen = self._clock()

    def records(self, run_id: str, since: int = -1) -> list[PackedRecord]:
        """Return the records after a step; takes no lock."""
        records = self._run(run_id).records
        return records[bisect_right(records, since, key=lambda record: record.step) :]

    def pause(self, run_id: str) -> None:
        """Send no further slice; a waiting run leaves the queue."""
        with self._changing():
            self._request(self._run(run_id), "pause")

    def stop(self, run_id: str, error: str = "") -> None:
        """End a run; its records are kept."""
        with self._changing():
            self._request(self._run(run_id), "stop", error)

    def resume(self, run_id: str) -> None:
        """Queue a paused run again; other runs are left unchanged. Raises: FullError."""
        with self._changing():
            run = self._run(run_id)
            if run.status == "running" and run.requested == "pause":
                run.requested, run.until = "", None
            if run.status == "paused":
                self._require_place(run.client, run.size)
                self._enqueue(run)
                self._dispatch()

    def one_step(self, run_id: str) -> None:
        """Compute and record one step of a paused run, then pause it again. Raises: FullError."""
        with self._changing():
            run = self._run(run_id)
            if run.status == "paused" and run.step < run.config.steps:
                self._require_place(run.client, run.size)
                run.until = run.step + 1
                self._enqueue(run)
                self._dispatch()

    def state_at(self, run_id: str, step: int, seconds: float = 30.0) -> RunState:
        """Return weights and moments at any step reached so far, recomputed from the nearest stored
        ones.

        Raises: ValueError for a later step; TimeoutError, ClusterError.
        """
        config, before = self._before(run_id, step, step)
        return self._reached(config, before, step, time.monotonic() + seconds)

    def adam_at(
        self, run_id: str, step: int, name: str, index: tuple[int, ...], seconds: float = 30.0
    ) -> AdamStep:
        """Return what a step (from 1) did to one weight. Raises: as `state_at`;
        UnknownWeightError.
        """
        config, before = self._before(run_id, step - 1, step)
        end = time.monotonic() + seconds
        before = self._reached(config, before, step - 1, end)
        return self._computed_soon(adam_at, config, before, step, name, index, end=end)

    def close(self) -> None:
        """End all runs and release the cluster."""
        with self._changing():
            for run in self._runs.values():
                if not run.is_finished:
                    run.status, run.requested = "stopped", "stop"
            self._queue.clear()
            self._is_closed, self._threads = True, 0
        self._cluster.close()

    def _run(self, run_id: str) -> Run:
        try:
            return self._runs[run_id]
        except KeyError:
            raise UnknownRunError(run_id) from None

    def _require_place(self, client: str, size: int) -> None:
        """Check for a place in the queue. Raises: FullError if the client gets none."""
        queued = [run for run in self._runs.values() if run.is_queued]
        reason = refusal(queued, client, size)
        if reason:
            raise FullError(reason)

    def _before(self, run_id: str, at_most: int, step: int) -> tuple[RunConfig, RunState | None]:
        with self._lock:
            run = self._run(run_id)
            if not 0 <= step <= run.step or at_most < 0:
                raise ValueError(f"step must be at most {run.step}, where the run is, got {step}")
            return run.config, run.state_before(at_most)

    def _reached(
        self, config: RunConfig, before: RunState | None, step: int, end: float
    ) -> RunState:
        """Compute a run up to a step, slice by slice, so that no worker is occupied for long."""
        priority = URGENT
        while before is None or before.step < step:
            before = self._computed_soon(
                state_at, config, before, step, SLICE_SECONDS, end=end, priority=priority
            )
            priority = ORDINARY
        return before

    def _computed_soon(
        self, call: Callable[..., Any], *arguments: Any, end: float, priority: int = URGENT
    ) -> Any:
        """Compute on a worker. Raises: TimeoutError at `end`; ClusterError if the cluster ends
        first.
        """
        future = self._cluster.submit(call, *arguments, priority=priority)
        try:
            return future.result(timeout=max(0.0, end - time.monotonic()))
        except CancelledError as error:
            raise ClusterError("the cluster has ended") from error
        finally:
            future.cancel()
