"""The line of runs, and the cluster that computes them: slice by slice, in fair turns."""

import logging
import time
from collections.abc import Callable
from concurrent.futures import CancelledError
from threading import RLock, Thread
from typing import Any, Literal

from distributed import Future
from distributed.scheduler import KilledWorker

from transformer_core.learning.slices import advance
from ui.runs.cluster import Cluster
from ui.runs.run import Run
from ui.runs.shares import give_way, in_order
from ui.shell.memory import give_holes_back

LOGGER = logging.getLogger(__name__)
SLICE_SECONDS = 0.25
LARGE_STATE = 200_000
"""Of more parameters slices are longer, since their state takes longer on its way."""
TURN_SECONDS = 15.0
"""Of computing; then those who wait come first."""
GRACE_SECONDS = 60.0
"""A run that nobody has looked at for so long ends."""
SLOWEST_SLICE = 180.0
"""Since a slice ends by time, only a worker that hangs takes so long, on a busy machine too."""
MOST_SECONDS = 600.0
"""Of computing, of one run."""
MOST_MOVES = 1
"""A run whose workers die repeatedly is assumed to be the cause."""
IDLE_SECONDS = 600.0
"""Nobody needs the cluster for runs when there has been none to compute for so long."""
THINNED_SECONDS = 300.0
"""A run that is over and that nobody has looked at for so long keeps its last state alone."""
FORGOTTEN_SECONDS = 3600.0
"""And after so long it is gone."""
LOOK_SECONDS, REST_SECONDS = 0.5, 5.0
"""Between two looks at the runs: while there are some to compute, and while all are over."""
FIRST = 0


class Line:
    """Every run of a server, those that wait in their order, and what is computed of them.

    What begins with an underscore is called under the lock.

    Args:
        clock: seconds that only rise.
    """

    def __init__(self, cluster: Cluster, clock: Callable[[], float]) -> None:
        self._cluster = cluster
        self._clock = clock
        self._lock = RLock()
        self._runs: dict[str, Run] = {}
        self._line: list[Run] = []
        self._threads = 0
        """That compute for us; 0 while there is no cluster."""
        self._is_closed = False
        self._has_holes = False
        """Something was forgotten, whose memory lies between what is in use."""
        self._ordered: tuple[tuple[tuple[Run, ...], ...], dict[str, int]] = ((), {})
        """Places in the line, and of which runs."""
        self._claim: object | None = None
        """On the cluster, another one each time."""
        self._starting: Thread | None = None
        self._watching: Thread | None = None

    def _make_room(self, grown: Run) -> None:
        """Whoever has come to more than his share of memory gives something of it back."""
        for run in give_way(self._runs.values(), grown):
            del self._runs[run.id]
            self._has_holes = True

    def _computed(self) -> list[Run]:
        return [run for run in self._runs.values() if run.future is not None]

    def _place(self, run: Run) -> int:
        """From 1 while it waits, else 0. Everybody who waits asks for it many times a second."""
        computed = self._computed()
        key = (tuple(self._line), tuple(computed))
        if key != self._ordered[0]:
            order = in_order(self._line, computed)
            self._ordered = key, {one.id: place for place, one in enumerate(order, 1)}
        return self._ordered[1].get(run.id, 0)

    def _want(self, run: Run, wanted: Literal["pause", "stop"], error: str = "") -> None:
        """The run pauses or stops: at once, or when the slice that is computed is there."""
        if run.is_finished or (run.status == "paused" and wanted == "pause"):
            return
        run.error = error or run.error
        if run.future is not None:
            run.wanted = wanted
            return
        if run in self._line:
            self._line.remove(run)
        run.status = "stopped" if wanted == "stop" else "paused"

    def _wait(self, run: Run) -> None:
        run.status, run.wanted, run.turn = "waiting", "", 0.0
        self._line.append(run)

    def _go_on(self) -> None:
        """Give every free worker to whoever is next."""
        if self._watching is None and self._line:
            self._watching = Thread(target=self._watch, daemon=True, name="runs")
            self._watching.start()
        if not self._threads:
            if self._line and self._starting is None:
                self._starting = Thread(target=self._start, daemon=True, name="cluster")
                self._starting.start()
            return
        computed = self._computed()
        for run in in_order(self._line, computed)[: max(0, self._threads - len(computed))]:
            self._line.remove(run)
            self._send(run)

    def _start(self) -> None:
        """Start the cluster, which takes seconds; in a thread of its own."""
        try:
            self._claim = self._claim or object()
            self._cluster.claim(self._claim)
            self._threads = self._cluster.threads
        except Exception as error:
            LOGGER.error("No cluster", exc_info=error)
            with self._lock:
                for run in self._line:
                    run.status, run.error = "failed", "cluster"
                self._line.clear()
        with self._lock:
            self._starting = None
            self._go_on()

    def _send(self, run: Run) -> None:
        state = run.states[-1] if run.states else None
        size = sum(tensor.numel() for tensor in state.weights.values()) if state else 0
        seconds = SLICE_SECONDS * max(1.0, size / LARGE_STATE)
        run.status, run.sent = "running", self._clock()
        try:
            run.future = self._cluster.submit(
                advance, run.config, state, seconds, run.until, priority=FIRST
            )
        except Exception as error:
            LOGGER.error("A run could not be sent", exc_info=error)
            run.status, run.error, run.future = "failed", "cluster", None
            return
        run.future.add_done_callback(lambda future: self._arrived(run, future))

    def _arrived(self, run: Run, future: Future[Any]) -> None:
        """A slice is there, or never will be; in a thread of the cluster's client."""
        try:
            records, state = future.result()
        except BaseException as error:
            with self._lock:
                if run.future is future:
                    run.future = None
                    self._lost(run, error)
                    self._go_on()
            return
        with self._lock:
            if run.future is not future:
                return
            run.future = None
            run.take(records, state)
            self._make_room(run)
            self._decide(run)
            self._go_on()

    def _decide(self, run: Run) -> None:
        """Decide the next status of a run whose slice has arrived."""
        if run.seconds > MOST_SECONDS and not run.wanted:
            run.wanted, run.error = "stop", "time"
        if run.step >= run.config.steps:
            run.status = "done"
        elif run.wanted and not run.is_recorded:
            # One more step, with its record: what is seen of a run is where it stands
            run.until = run.step + 1
            self._send(run)
            return
        elif run.wanted == "stop":
            run.status = "stopped"
        elif run.wanted == "pause" or (run.until is not None and run.step >= run.until):
            run.status = "paused"
        elif run.turn >= TURN_SECONDS and self._line:
            self._wait(run)
            return
        else:
            self._send(run)
            return
        run.wanted, run.until = "", None

    def _lost(self, run: Run, error: BaseException) -> None:
        """A slice will never be there: its worker has ended, or the cluster, or it is a fault."""
        is_cluster = isinstance(error, CancelledError) or not self._cluster.is_started
        if is_cluster:
            # The next in line gets another one
            self._threads = 0
        if run.is_finished:
            return
        if run.wanted:
            run.status = "stopped" if run.wanted == "stop" else "paused"
            run.wanted, run.until = "", None
        elif not is_cluster and not isinstance(error, KilledWorker):
            LOGGER.error("A run failed", exc_info=error)
            run.status, run.error = "failed", "fault"
        elif run.moved >= MOST_MOVES:
            run.status, run.error = "failed", "cluster" if is_cluster else "died"
        else:
            run.moved += 1
            self._wait(run)

    # Who looks after it all

    def _watch(self) -> None:
        """As long as there are runs; their cluster is let go of when none has been computed for a
        while.
        """
        last_needed, is_idle = self._clock(), False
        while True:
            time.sleep(REST_SECONDS if is_idle else LOOK_SECONDS)
            late, known = self._look_after(), self._threads
            if self._has_holes:
                self._has_holes = False
                give_holes_back()
            threads = self._threads_now(late)
            with self._lock:
                # Unless it was lost, or started, meanwhile
                self._threads = threads if self._threads == known else self._threads
                now = self._clock()
                is_idle = all(run.is_finished for run in self._runs.values())
                if not is_idle:
                    last_needed = now
                    self._go_on()
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

    def _threads_now(self, late: list[Future[Any]]) -> int:
        """Ends what takes too long, and counts the threads that compute; 0 without a cluster."""
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
        """What was computed on a cluster that does not answer goes on in the next one."""
        with self._lock:
            self._threads = 0
            for run in self._computed():
                run.future = None
                self._lost(run, CancelledError())

    def _give_back(self, now: float) -> None:
        """What nobody has looked at for long."""
        for run in [run for run in self._runs.values() if run.is_finished]:
            if now - run.seen > FORGOTTEN_SECONDS:
                del self._runs[run.id]
                self._has_holes = True
            elif now - run.seen > THINNED_SECONDS and len(run.states) > 1:
                run.thin()
                self._has_holes = True

    def _look_after(self) -> list[Future[Any]]:
        """End what nobody looks at; gives the slices that take too long."""
        with self._lock:
            now = self._clock()
            unfinished = [run for run in self._runs.values() if not run.is_finished]
            self._give_back(now)
            for run in unfinished:
                if now - run.seen > GRACE_SECONDS:
                    self._want(run, "stop", "left")
            late = [run for run in unfinished if run.future and now - run.sent > SLOWEST_SLICE]
            futures = [run.future for run in late if run.future]
            for run in late:
                run.status, run.error, run.future = "failed", "slow", None
            return futures
