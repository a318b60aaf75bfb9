"""The cluster that computes: on this machine, or the one named by WORKBENCH_CLUSTER.

It is started for the first run, never earlier, and ends when none has been needed for a while. Dask
too is imported with the first run: a server that nobody trains on does without it.
"""

import os
import subprocess
from collections.abc import Callable, Hashable
from functools import cache
from threading import Lock, Thread
from typing import TYPE_CHECKING, Any

from ui.runs.cluster_process import end_local_cluster, start_local_cluster, started

if TYPE_CHECKING:
    from distributed import Client, Future
    from distributed.security import Security

ADDRESS = "WORKBENCH_CLUSTER"
"""Environment variable: the address of a scheduler, such as tcp://10.0.0.2:8786."""
START_SECONDS = 60.0


class ClusterError(RuntimeError):
    """No cluster is available."""


def is_lost_worker(error: BaseException) -> bool:
    """Return whether a task failed because its worker ended."""
    from distributed.scheduler import KilledWorker

    return isinstance(error, KilledWorker)


class Cluster:
    """A cluster that is started on first use.

    Args:
        address: of a scheduler; if None, the one in the environment, else a local cluster.
    """

    def __init__(self, address: str | None = None) -> None:
        self._address = address or os.environ.get(ADDRESS)
        self._lock = Lock()
        self._client: Client | None = None
        self._process: subprocess.Popen[str] | None = None
        self._users: set[Hashable] = set()

    @property
    def is_started(self) -> bool:
        """Return whether it is running: neither its process nor the connection is known to have
        ended.
        """
        client, process = self._client, self._process
        is_ended = process is not None and process.poll() is not None
        return client is not None and client.status == "running" and not is_ended

    @property
    def threads(self) -> int:
        """How many tasks are computed at the same time.

        Raises: ClusterError, also if the cluster ends meanwhile; the next caller gets another one.
        """
        client = self.client()
        try:
            return max(1, sum(client.nthreads().values()))
        except Exception as error:
            with self._lock:
                if self._client is client:
                    self._abandon()
            raise ClusterError("the cluster does not answer") from error

    def workers(self) -> dict[str, int]:
        """Return the process id of each worker, by its address."""
        return dict(self.client().run(os.getpid))

    def client(self) -> "Client":
        """Return the connection to the cluster; start it if there is none, or none any longer.

        Raises: ClusterError if it does not start, or nothing answers at its address.
        """
        from distributed import Client

        with self._lock:
            if self._client is not None and not self.is_started:
                self._abandon()
            if self._client is None:
                address, key = (self._address, None) if self._address else self._start()
                try:
                    client = Client(
                        address, security=key, set_as_default=False, timeout=START_SECONDS
                    )
                    client.wait_for_workers(1, timeout=START_SECONDS)
                except (OSError, TimeoutError) as error:
                    self._end()
                    raise ClusterError(f"there is no cluster at {address}") from error
                self._client = client
            return self._client

    def claim(self, user: Hashable) -> "Client":
        """Return the connection and keep it open until this user releases it. Raises: as
        `client`.
        """
        with self._lock:
            self._users.add(user)
        try:
            return self.client()
        except ClusterError:
            with self._lock:
                self._users.discard(user)
            raise

    def let_go(self, user: Hashable) -> None:
        """Release the cluster; it ends with the last of its users."""
        with self._lock:
            self._users.discard(user)
            if not self._users:
                self._close()

    def submit(self, call: Callable[..., Any], *arguments: Any, priority: int = 0) -> "Future[Any]":
        """Submit a call to a worker. Raises: ClusterError."""
        return self.client().submit(
            call, *arguments, pure=False, priority=priority, retries=0, key=None
        )

    def restart_worker_of(self, future: "Future[Any]") -> None:
        """Stop a task that does not end by itself, by restarting the worker that computes it."""
        client = self.client()
        busy = [worker for worker, keys in client.processing().items() if future.key in keys]
        if busy:
            client.restart_workers(busy, timeout=START_SECONDS, raise_for_error=False)

    def close(self) -> None:
        """Release the cluster for all users; a local one ends."""
        with self._lock:
            self._users.clear()
            self._close()

    def _close(self) -> None:
        """Close it. Called with the lock held: no one can request it in between."""
        if self._client is not None:
            self._client.close(timeout=2)
            self._client = None
        self._end()

    def _abandon(self) -> None:
        """Drop a lost connection. Called with the lock held; closes it in a thread, as nothing
        answers.
        """
        client, self._client = self._client, None
        if client is not None:
            Thread(target=client.close, args=(2,), daemon=True, name="lost cluster").start()
        self._end()

    def _start(self) -> "tuple[str, Security]":
        """Start a local cluster; return its address and the key that clients need."""
        from distributed.security import Security

        self._process = start_local_cluster()
        found = started(self._process)
        if found is None:
            self._end()
            raise ClusterError("the local cluster did not start")
        return found["address"], Security(require_encryption=True, **found["key"])

    def _end(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            end_local_cluster(process)


@cache
def shared_cluster() -> Cluster:
    """Return the cluster for all long computations of this server."""
    return Cluster()
