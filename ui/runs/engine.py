"""Runs as work for a cluster: slice by slice, in fair turns, as long as somebody looks on.

A run is sent as slices of a fraction of a second. So it can be paused and stopped at once, a worker
that dies takes nothing with it but a slice, and whoever waits comes to his turn.
"""

import logging
import secrets
import time
from collections.abc import Callable
from threading import RLock, Thread
from typing import Any

from distributed import Future
from distributed.scheduler import KilledWorker

from transformer_core.learning import AdamStep, RunConfig, RunState
from transformer_core.learning.slices import adam_at, advance, state_at
from ui.runs.cluster import Cluster
from ui.runs.line import in_order
from ui.runs.packing import PackedRecord
from ui.runs.run import Run, RunStanding

LOGGER = logging.getLogger(__name__)
SLICE_SECONDS = 0.25
LARGE_STATE = 200_000
"""Of more parameters slices are longer, since their state takes longer on its way."""
TURN_SECONDS = 15.0
"""Of computing; then those who wait come first."""
GRACE_SECONDS = 60.0
"""A run that nobody has looked at for so long ends."""
SLOWEST_SLICE = 60.0
MOST_SECONDS = 600.0
"""Of computing, of one run."""
MOST_MOVES = 1
"""A run whose workers die again and again is the one that kills them."""
MOST_UNFINISHED = 32
MOST_OF_ONE = 3
"""Unfinished runs of one person."""
MOST_KEPT = 48
IDLE_SECONDS = 600.0
"""The local cluster ends when there has been no run to compute for so long."""
FIRST, URGENT = 0, 10


class FullError(RuntimeError):
    """There are as many runs as there may be: "everybody" or "person" says whose."""


class UnknownRunError(KeyError):
    """No such run, or it was forgotten."""


class Engine:
    """All runs of this server.

    Args:
        clock: seconds that only rise.
    """

    def __init__(
        self, cluster: Cluster | None = None, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._cluster = cluster or Cluster()
        self._clock = clock
        self._lock = RLock()
        self._runs: dict[str, Run] = {}
        self._line: list[Run] = []
        self._threads = 0
        """That compute for us; 0 while there is no cluster."""
        self._is_closed = False
        self._starting: Thread | None = None
        self._watching: Thread | None = None

    # What a page asks for

    def start(self, config: RunConfig, person: str) -> str:
        """A new run at the end of the line; its id cannot be guessed. Raises: FullError."""
        with self._lock:
            unfinished = [run for run in self._runs.values() if not run.is_finished]
            if len(unfinished) >= MOST_UNFINISHED:
                raise FullError("everybody")
            if sum(run.person == person for run in unfinished) >= MOST_OF_ONE:
                raise FullError("person")
            run = Run(secrets.token_urlsafe(16), config, person, self._clock())
            self._runs[run.id] = run
            self._line.append(run)
            self._forget()
            self._go_on()
            return run.id

    def add(self, run: Run) -> str:
        """A finished run from elsewhere."""
        with self._lock:
            self._runs[run.id] = run
            self._forget()
            return run.id

    def config(self, run_id: str) -> RunConfig:
        """What was asked for. Raises: UnknownRunError, as all that take a run's id."""
        return self._run(run_id).config

    def run(self, run_id: str) -> Run:
        """The run itself, to be read."""
        return self._run(run_id)

    def standing(self, run_id: str) -> RunStanding:
        """How far a run is. Counts as having looked at it."""
        with self._lock:
            run = self._run(run_id)
            run.seen = self._clock()
            order = in_order(self._line, self._computed())
            place = order.index(run) + 1 if run in order else 0
            is_starting = run.status == "waiting" and self._starting is not None
            return run.standing(place, is_starting)

    def seen(self, run_id: str) -> None:
        """Somebody looks at the run."""
        self._run(run_id).seen = self._clock()

    def records(self, run_id: str, since: int = -1) -> list[PackedRecord]:
        """The records behind a step."""
        with self._lock:
            return [record for record in self._run(run_id).records if record.step > since]

    def pause(self, run_id: str) -> None:
        """No further slice; a waiting run leaves the line."""
        self._want(run_id, "pause")

    def stop(self, run_id: str, error: str = "") -> None:
        """End a run; what it has recorded stays."""
        self._want(run_id, "stop", error)

    def resume(self, run_id: str) -> None:
        """A paused run goes to the end of the line; nothing happens to any other."""
        with self._lock:
            run = self._run(run_id)
            if run.status == "running" and run.wanted == "pause":
                run.wanted = ""
            if run.status == "paused":
                self._wait(run)
                self._go_on()

    def one_step(self, run_id: str) -> None:
        """A paused run makes one step, which is recorded, and pauses again."""
        with self._lock:
            run = self._run(run_id)
            if run.status == "paused" and run.step < run.config.steps:
                run.until = run.step + 1
                self._wait(run)
                self._go_on()

    def state_at(self, run_id: str, step: int, seconds: float = 30.0) -> RunState:
        """Weights and moments at any step that was reached, computed from the nearest kept ones.

        Raises: ValueError for a step that was not; TimeoutError, ClusterError.
        """
        config, before = self._before(run_id, step, step)
        if before is not None and before.step == step:
            return before
        return self._computed_soon(state_at, config, before, step, seconds=seconds)

    def adam_at(
        self, run_id: str, step: int, name: str, index: tuple[int, ...], seconds: float = 30.0
    ) -> AdamStep:
        """What a step, from 1, did to one weight. Raises: as `state_at`; LookupError."""
        config, before = self._before(run_id, step - 1, step)
        return self._computed_soon(adam_at, config, before, step, name, index, seconds=seconds)

    def close(self) -> None:
        """End all runs and let go of the cluster."""
        with self._lock:
            for run in self._runs.values():
                if not run.is_finished:
                    run.status, run.wanted = "stopped", "stop"
            self._line.clear()
            self._is_closed, self._threads = True, 0
        self._cluster.close()

    # What the line does; all of it under the lock

    def _run(self, run_id: str) -> Run:
        try:
            return self._runs[run_id]
        except KeyError:
            raise UnknownRunError(run_id) from None

    def _computed(self) -> list[Run]:
        return [run for run in self._runs.values() if run.future is not None]

    def _want(self, run_id: str, wanted: str, error: str = "") -> None:
        with self._lock:
            run = self._run(run_id)
            if run.is_finished or (run.status == "paused" and wanted == "pause"):
                return
            run.error = error or run.error
            if run.future is not None:
                run.wanted = wanted  # type: ignore[assignment]
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
            self._decide(run)
            self._go_on()

    def _decide(self, run: Run) -> None:
        """What becomes of a run whose slice is there."""
        if run.step >= run.config.steps:
            run.status = "done"
        elif run.wanted == "stop":
            run.status = "stopped"
        elif run.seconds > MOST_SECONDS:
            run.status, run.error = "stopped", "time"
        elif run.wanted == "pause" or run.until is not None:
            run.status = "paused"
        elif run.turn >= TURN_SECONDS and self._line:
            self._wait(run)
        else:
            self._send(run)
        run.wanted, run.until = "", None

    def _lost(self, run: Run, error: BaseException) -> None:
        """A slice will never be there: its worker ended, or there is a fault."""
        if run.is_finished:
            return
        if not isinstance(error, KilledWorker):
            LOGGER.error("A run failed", exc_info=error)
            run.status = "failed"
            run.error = run.error or ("fault" if isinstance(error, Exception) else "cluster")
        elif run.wanted == "stop":
            run.status = "stopped"
        elif run.moved >= MOST_MOVES:
            run.status, run.error = "failed", "died"
        else:
            run.moved += 1
            self._wait(run)

    def _forget(self) -> None:
        """The finished runs that nobody has looked at for longest."""
        finished = sorted(
            (run for run in self._runs.values() if run.is_finished), key=lambda run: run.seen
        )
        for run in finished[: max(0, len(finished) - MOST_KEPT)]:
            del self._runs[run.id]

    # Who looks after it all

    def _watch(self) -> None:
        """Twice a second, as long as there are runs to compute and a while longer."""
        last_needed = self._clock()
        while True:
            time.sleep(0.5)
            late = self._look_after()
            try:
                for future in late:
                    self._cluster.restart_worker_of(future)
                is_there = self._threads and self._cluster.is_started
                threads = self._cluster.threads if is_there else 0
            except Exception as error:
                LOGGER.error("The cluster is gone", exc_info=error)
                self._give_up()
                threads = 0
            with self._lock:
                self._threads = threads
                now = self._clock()
                if any(not run.is_finished for run in self._runs.values()):
                    last_needed = now
                    self._go_on()
                elif now - last_needed > IDLE_SECONDS or self._is_closed:
                    self._watching, self._threads = None, 0
                    break
        self._cluster.close()

    def _give_up(self) -> None:
        """Without its cluster no run goes on; the next one starts another."""
        with self._lock:
            for run in self._runs.values():
                if not run.is_finished and run.status != "paused":
                    run.status, run.error, run.future = "failed", "cluster", None
            self._line.clear()
            self._threads = 0
        self._cluster.close()

    def _look_after(self) -> list[Future[Any]]:
        """End what nobody looks at; gives the slices that take too long."""
        with self._lock:
            now = self._clock()
            unfinished = [run for run in self._runs.values() if not run.is_finished]
            for run in unfinished:
                if now - run.seen > GRACE_SECONDS:
                    self._want(run.id, "stop", "left")
            late = [run for run in unfinished if run.future and now - run.sent > SLOWEST_SLICE]
            futures = [run.future for run in late if run.future]
            for run in late:
                run.status, run.error, run.future = "failed", "slow", None
            return futures

    def _before(self, run_id: str, at_most: int, step: int) -> tuple[RunConfig, RunState | None]:
        with self._lock:
            run = self._run(run_id)
            if not 0 <= step <= run.step or at_most < 0:
                raise ValueError(f"step={step} was not reached: the run is at {run.step}")
            return run.config, run.state_before(at_most)

    def _computed_soon(self, call: Callable[..., Any], *arguments: Any, seconds: float) -> Any:
        """Ahead of all slices that have not begun."""
        future = self._cluster.submit(call, *arguments, priority=URGENT)
        try:
            return future.result(timeout=seconds)
        finally:
            future.cancel()
