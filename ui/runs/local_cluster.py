"""A cluster of this machine, in a process of its own, as long as somebody holds its standard input.

    python -m ui.runs.local_cluster

Prints one line of JSON: the scheduler's address, and the key without which it answers nobody, made
anew each time; whoever reaches a scheduler could run code on its workers. Scheduler and workers are
then no part of the server: they take nothing from its interpreter, and end with it however it ends.
"""

import json
import os
import sys
from multiprocessing import get_all_start_methods

import dask
from distributed import LocalCluster
from distributed.security import Security

from ui.runs.unseen import close_pages

WORKERS = 2
KEY = ("tls_ca_file", "tls_client_key", "tls_client_cert")
"""What a client shows of it, as text."""
MEMORY = "1GiB"
"""Of each worker; one that takes more is ended and started anew."""
READ_ONCE = ["distributed.nanny", "torch._dynamo", "ui.runs.worker"]
"""Modules that take a worker two seconds, the second of them torch at its first training: one
process reads them, and the workers come of it, those too that take the place of one that ended."""
QUIET = {
    # A task whose worker dies is not tried again behind the back of whoever sent it
    "distributed.scheduler.allowed-failures": 0,
    "distributed.scheduler.active-memory-manager.start": False,
    "distributed.scheduler.work-stealing": False,
    "distributed.worker.profile.enabled": False,
    "distributed.worker.memory.spill": False,
    "distributed.worker.memory.target": False,
    "distributed.worker.memory.pause": False,
    "distributed.worker.memory.terminate": 0.95,
    # What looks after itself many times a second costs an idle server a twentieth of its time
    "distributed.admin.tick.interval": "2s",
    "distributed.admin.tick.limit": "60s",
    "distributed.admin.system-monitor.interval": "5s",
    "distributed.admin.log-length": 100,
    "distributed.admin.low-level-log-length": 100,
    "distributed.comm.timeouts.connect": "30s",
}


def read_once() -> None:
    """Start the process that reads what the workers need; Windows knows none of its kind."""
    from multiprocessing import forkserver

    dask.config.set({"distributed.worker.multiprocessing-method": "forkserver"})
    # What dask sets for a worker that starts by itself, such as one thread for each
    surroundings = dask.config.get("distributed.nanny.pre-spawn-environ")
    os.environ.update({name: str(value) for name, value in surroundings.items()})
    forkserver.set_forkserver_preload(READ_ONCE)
    forkserver.ensure_running()


def main() -> None:
    """Until the standard input ends."""
    dask.config.set(QUIET)
    if "forkserver" in get_all_start_methods():
        read_once()
    key = Security.temporary()
    with LocalCluster(
        security=key,
        protocol="tls://",
        n_workers=WORKERS,
        threads_per_worker=1,
        memory_limit=MEMORY,
        host="127.0.0.1",
        dashboard_address=None,
        scheduler_kwargs={"dashboard_address": "127.0.0.1:0"},
        preload=["ui.runs.unseen", "ui.runs.worker"],
        silence_logs=50,
    ) as cluster:
        close_pages(cluster.scheduler)
        mine = {name: getattr(key, name) for name in KEY}
        print(json.dumps({"address": cluster.scheduler_address, "key": mine}), flush=True)
        sys.stdin.read()


if __name__ == "__main__":
    main()
