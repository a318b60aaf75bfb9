"""Make scheduler and workers respond over their encrypted connection only.

Each of them also serves a dashboard page, without key or encryption; dask has no option to turn it
off.
"""

from distributed.node import ServerNode


def dask_setup(worker: ServerNode) -> None:
    """Run when a worker of the local cluster starts: `distributed` calls it."""
    close_pages(worker)


def close_pages(node: ServerNode) -> None:
    """Stop listening for browsers."""
    node.http_server.stop()
