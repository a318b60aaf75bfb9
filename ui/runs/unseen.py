"""Scheduler and workers that answer over their encrypted connection alone.

Each of them also opens a page for whoever looks after a cluster, without key or encryption; dask
has no option that leaves it out.
"""

from distributed.node import ServerNode


def dask_setup(worker: ServerNode) -> None:
    """What a worker of the local cluster does when it starts: `distributed` calls it."""
    close_pages(worker)


def close_pages(node: ServerNode) -> None:
    """Listen for no browser any more."""
    node.http_server.stop()
