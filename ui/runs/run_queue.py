"""The queue of runs, and the cluster that computes them: slice by slice, in fair turns."""

import logging
import time
from collections.abc import Callable
from concurrent.futures import CancelledError
from threading import Thread
from typing import TYPE_CHECKING, Any, Literal

from transformer_lab.learning.slices import advance
from ui.runs.cluster import Cluster, is_lost_worker
from ui.runs.fairness import fair_order
from ui.runs.run import BYTES_OF_A_NUMBER, Run
from ui.runs.run_table import RunTable
from ui.server.memory import give_holes_back

if TYPE_CHECKING:
    from distributed import Future

LOGGER = logging.getLogger(__name__)
SLICE_SECONDS = 0.25
LARGE_STATE = 200_000
"""Slices are longer for models with more parameters, as their state takes longer to transfer."""
TURN_SECONDS = 15.0
"""Seconds of computing, after which waiting runs come first."""
GRACE_SECONDS = 60.0
"""A run that no one has watched for this long ends."""
SLOWEST_SLICE = 180.0
"""Slices end by time, so only a hanging worker takes this long, even on a busy machine."""
MOST_SECONDS = 600.0
"""Limit on the computing time of one run."""
MOST_RESTARTS = 1
"""A run whose workers die repeatedly is assumed to be the cause."""
IDLE_SECONDS = 600.0
"""The cluster is released after this long without an unfinished run."""
THINNED_SECONDS = 300.0
"""A finished run that no one has watched for this long keeps only its last state."""
FORGOTTEN_SECONDS = 3600.0
"""And after this long it is discarded."""
LOOK_SECONDS, REST_SECONDS = 0.5, 5.0
"""Interval between checks of the runs: while some are unfinished, and while all are finished."""
FIRST = 0


class RunQueue(RunTable):
    """Which run is computed when, and by what: private methods are called with the lock held.

    Args:
        clock: a monotonic clock, in seconds.
    """

    def __init__(self, cluster: Cluster, clock: Callable[[], float]) -> None:
        super().__init__()
        self._cluster = cluster
        self._clock = clock
        self._threads = 0
        """Threads available for computing; 0 while there is no cluster."""
        self._is_closed = False
        self._claim: object | None = None
        """The current claim on the cluster, a new object each time."""
        self._watching: Thread | None = None

    def _request(self, run: Run, request: Literal["pause", "stop"], error: str = "") -> None:
        """Pause or stop a run: immediately, or when the current slice has arrived."""
        if run.is_finished or (run.status == "paused" and request == "pause"):
            return
        run.error = error or run.error
        if run.future is not None:
            run.requested = request
            return
        if run in self._queue:
            self._queue.remove(run)
        run.status = "stopped" if request == "stop" else "paused"

    def _enqueue(self, run: Run) -> None:
        run.status, run.requested, run.turn_seconds = "waiting", "", 0.0
        self._queue.append(run)

    def _dispatch(self) -> None:
        """Give every free worker the next run."""
        if self._watching is None and self._queue:
            self._watching = Thread(target=self._watch, daemon=True, name="runs")
            self._watching.start()
        if not self._threads:
            if self._queue and self._starting is None:
                self._starting = Thread(target=self._start, daemon=True, name="cluster")
                self._starting.start()
            return
        computed = self._computed()
        for run in fair_order(self._queue, computed)[: max(0, self._threads - len(computed))]:
            self._queue.remove(run)
            self._send(run)

    def _start(self) -> None:
        """Start the cluster in a separate thread, because it takes seconds."""
        try:
            self._claim = self._claim or object()
            self._cluster.claim(self._claim)
            self._threads = self._cluster.threads
        except Exception as error:
            LOGGER.error("No cluster", exc_info=error)
            with self._changing():
                for run in self._queue:
                    run.status, run.error = "failed", "cluster"
                self._queue.clear()
        with self._changing():
            self._starting = None
            self._dispatch()

    def _send(self, run: Run) -> None:
        state = run.states[-1] if run.states else None
        size = sum(tensor.numel() for tensor in state.weights.values()) if state else 0
        if run.config.data is not None:
            size += len(run.config.data.packed) // BYTES_OF_A_NUMBER
        seconds = SLICE_SECONDS * max(1.0, size / LARGE_STATE)
        run.status, run.sent_at = "running", self._clock()
        try:
            run.future = self._cluster.submit(
                advance, run.config, state, seconds, run.until, priority=FIRST
            )
        except Exception as error:
            LOGGER.error("A run could not be sent", exc_info=error)
            run.status, run.error, run.future = "failed", "cluster", None
            return
        run.future.add_done_callback(lambda future: self._on_slice_done(run, future))

    def _on_slice_done(self, run: Run, future: "Future[Any]") -> None:
        """Handle a slice that has arrived or failed; runs in a thread of the cluster's client."""
        try:
            records, state = future.result()
            layout, packed = run.packed(records)
        except BaseException as error:
            with self._changing():
                if run.future is future:
                    run.future = None
                    self._on_slice_failed(run, error)
                    self._dispatch()
            return
        with self._changing():
            if run.future is not future:
                return
            run.future = None
            run.take(layout, packed, state)
            self._make_room(run)
            self._set_next_status(run)
            self._dispatch()

    def _set_next_status(self, run: Run) -> None:
        """Decide the next status of a run whose slice has arrived."""
        if run.seconds > MOST_SECONDS and not run.requested:
            run.requested, run.error = "stop", "time"
        if run.step >= run.config.steps:
            run.status = "done"
        elif run.requested and not run.is_recorded:
            # One more step, with its record: the page shows a run at its last record
            run.until = run.step + 1
            self._send(run)
            return
        elif run.requested == "stop":
            run.status = "stopped"
        elif run.requested == "pause" or (run.until is not None and run.step >= run.until):
            run.status = "paused"
        elif run.turn_seconds >= TURN_SECONDS and self._queue:
            self._enqueue(run)
            return
        else:
            self._send(run)
            return
        run.requested, run.until = "", None

    def _on_slice_failed(self, run: Run, error: BaseException) -> None:
        """Handle a lost slice: its worker or the cluster has ended, or there was an error."""
        is_cluster = isinstance(error, CancelledError) or not self._cluster.is_started
        if is_cluster:
            # The next run in the queue gets a new cluster
            self._threads = 0
        if run.is_finished:
            return
        if run.requested:
            run.status = "stopped" if run.requested == "stop" else "paused"
            run.requested, run.until = "", None
        elif not is_cluster and not is_lost_worker(error):
            LOGGER.error("A run failed", exc_info=error)
            run.status, run.error = "failed", "fault"
        elif run.restarts >= MOST_RESTARTS:
            run.status, run.error = "failed", "cluster" if is_cluster else "died"
        else:
            run.restarts += 1
            self._enqueue(run)

    # Maintenance

    def _watch(self) -> None:
        """Maintain the runs as long as there are any; release the cluster when none has been
        computed for a while.
        """
        last_needed, is_idle = self._clock(), False
        while True:
            time.sleep(REST_SECONDS if is_idle else LOOK_SECONDS)
            late, known = self._reap(), self._threads
            if self._has_holes:
                self._has_holes = False
                give_holes_back()
            threads = self._threads_now(late)
            with self._changing():
                # Unless it was lost or started meanwhile
                self._threads = threads if self._threads == known else self._threads
                now = self._clock()
                is_idle = all(run.is_finished for run in self._runs.values())
                if not is_idle:
                    last_needed = now
                    self._dispatch()
                is_over = self._is_closed or now - last_needed > IDLE_SECONDS
                claim, is_last = None, is_over and (self._is_closed or not self._runs)
                if is_over and self._starting is None:
                    claim, self._claim, self._threads = self._claim, None, 0
                if is_last:
                    self._watching = None
            if claim is not None:
                self._cluster.let_go(claim)
            if is_last:
                return

    def _threads_now(self, late: "list[Future[Any]]") -> int:
        """End slices that take too long, and count the computing threads; 0 without a cluster."""
        try:
            for future in late:
                self._cluster.restart_worker_of(future)
            is_there = self._threads and self._cluster.is_started
            return self._cluster.threads if is_there else 0
        except Exception as error:
            LOGGER.error("The cluster is gone", exc_info=error)
            self._give_up()
            return 0

    def _give_up(self) -> None:
        """Move what was computed on a cluster that is not responding to the next one."""
        with self._changing():
            self._threads = 0
            for run in self._computed():
                run.future = None
                self._on_slice_failed(run, CancelledError())

    def _give_back(self, now: float) -> None:
        """Discard what no one has watched for a long time."""
        for run in [run for run in self._runs.values() if run.is_finished]:
            if now - run.last_seen > FORGOTTEN_SECONDS:
                self._discard(run)
            elif now - run.last_seen > THINNED_SECONDS and len(run.states) > 1:
                run.thin()
                self._has_holes = True

    def _reap(self) -> "list[Future[Any]]":
        """End the runs that no one watches; return the slices that take too long."""
        with self._changing():
            now = self._clock()
            unfinished = [run for run in self._runs.values() if not run.is_finished]
            self._give_back(now)
            for run in unfinished:
                if now - run.last_seen > GRACE_SECONDS:
                    self._request(run, "stop", "left")
            late = [run for run in unfinished if run.future and now - run.sent_at > SLOWEST_SLICE]
            futures = [run.future for run in late if run.future]
            for run in late:
                run.status, run.error, run.future = "failed", "slow", None
            return futures
