"""A cluster of this machine, in a process of its own, as long as somebody holds its standard input.

    python -m ui.runs.local_cluster

Prints the scheduler's address. Scheduler and workers are then no part of the server: they take
nothing from its interpreter, and end with it however it ends.
"""

import sys

import dask
from distributed import LocalCluster

WORKERS = 2
MEMORY = "1GiB"
"""Of each worker; one that takes more is ended and started anew."""
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


def main() -> None:
    """Until the standard input ends."""
    dask.config.set(QUIET)
    with LocalCluster(
        n_workers=WORKERS,
        threads_per_worker=1,
        memory_limit=MEMORY,
        host="127.0.0.1",
        dashboard_address=None,
        preload=["ui.runs.worker"],
        silence_logs=50,
    ) as cluster:
        print(cluster.scheduler_address, flush=True)
        sys.stdin.read()


if __name__ == "__main__":
    main()
