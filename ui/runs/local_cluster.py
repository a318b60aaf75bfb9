"""A cluster on this machine, in a separate process that runs until its standard input is closed.

    python -m ui.runs.local_cluster

Reads one line of JSON, `{}` or the line that an earlier one printed, whose place it takes. Prints
one line of JSON: the scheduler's address and the key required to connect, newly made each time
unless it takes another's place; whoever can connect to a scheduler could run code on its workers.
Scheduler and workers are not part of the server: they take no time from its interpreter, and end
with it however it ends.
"""

import json
import os
import sys
from multiprocessing import get_all_start_methods
from typing import Any

import dask
from distributed import LocalCluster
from distributed.security import Security

from ui.runs.unseen import close_pages

WORKERS = 2
KEY = ("tls_ca_file", "tls_client_key", "tls_client_cert")
"""The parts that a client presents, as text; the scheduler and the workers have the same."""
ROLES = ("client", "scheduler", "worker")
MEMORY = "1GiB"
"""Limit per worker; a worker that uses more is restarted."""
READ_ONCE = ["distributed.nanny", "torch._dynamo", "ui.runs.worker"]
"""Modules that take a worker two seconds to import; torch imports the second one at its first
training. One process imports them and the workers are forked from it, including those that replace
a worker that ended."""
QUIET = {
    # If a task's worker dies, do not retry the task without its sender knowing
    "distributed.scheduler.allowed-failures": 0,
    "distributed.scheduler.active-memory-manager.start": False,
    "distributed.scheduler.work-stealing": False,
    "distributed.worker.profile.enabled": False,
    "distributed.worker.memory.spill": False,
    "distributed.worker.memory.target": False,
    "distributed.worker.memory.pause": False,
    "distributed.worker.memory.terminate": 0.95,
    # Polling many times a second costs an idle server a twentieth of its time
    "distributed.admin.tick.interval": "2s",
    "distributed.admin.tick.limit": "60s",
    "distributed.admin.system-monitor.interval": "5s",
    "distributed.admin.log-length": 100,
    "distributed.admin.low-level-log-length": 100,
    "distributed.comm.timeouts.connect": "30s",
}


def read_once() -> None:
    """Start the process that imports the workers' modules; Windows has no such process."""
    from multiprocessing import forkserver

    dask.config.set({"distributed.worker.multiprocessing-method": "forkserver"})
    # What dask sets in the environment of a spawned worker, such as one thread per library
    surroundings = dask.config.get("distributed.nanny.pre-spawn-environ")
    os.environ.update({name: str(value) for name, value in surroundings.items()})
    forkserver.set_forkserver_preload(READ_ONCE)
    forkserver.ensure_running()


def key_of(again: dict[str, Any]) -> Security:
    """Return the key of the cluster whose place is taken, or a new one."""
    if not again:
        return Security.temporary()
    ca, key, cert = (again["key"][name] for name in KEY)
    parts = {f"tls_{role}_key": key for role in ROLES} | {
        f"tls_{role}_cert": cert for role in ROLES
    }
    return Security(require_encryption=True, tls_ca_file=ca, **parts)


def main() -> None:
    """Run until the standard input ends."""
    line = sys.stdin.readline()
    if not line:
        return
    again = json.loads(line)
    dask.config.set(QUIET)
    if "forkserver" in get_all_start_methods():
        read_once()
    key = key_of(again)
    port = int(again["address"].rpartition(":")[2]) if again else 0
    with LocalCluster(
        security=key,
        protocol="tls://",
        n_workers=WORKERS,
        threads_per_worker=1,
        memory_limit=MEMORY,
        host="127.0.0.1",
        scheduler_port=port,
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
