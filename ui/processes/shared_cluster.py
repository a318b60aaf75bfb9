"""The training cluster of all processes: started with them, and again whenever it ends."""

import os
import select
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from threading import Event
from typing import Any

from ..runs.cluster_process import end_local_cluster, start_local_cluster, started
from .child import Pauses

CLUSTER = "WORKBENCH_CLUSTER"
LOOK_SECONDS = 0.2


class NotStartedError(RuntimeError):
    """One of the processes did not start; the message says which and why."""


class StoppedError(Exception):
    """A signal came while the processes were starting."""


@dataclass
class SharedCluster:
    """A running cluster. One that is started again has the address and the key of the first."""

    place: dict[str, Any]
    """What `started` returned."""
    process: "subprocess.Popen[str]"
    _pauses: Pauses = field(default_factory=Pauses)

    def keep(self) -> None:
        """Start it again if it has ended; runs that it computed are lost, new ones go on."""
        if self.process.poll() is None:
            return
        if self._pauses.note_end():
            code = self.process.returncode
            print(
                f"The training cluster ended with exit status {code}.\nIt is started again.",
                file=sys.stderr,
                flush=True,
            )
        if self._pauses.are_over:
            end_local_cluster(self.process)
            self.process = start_local_cluster(self.place)
            self._pauses.begin()

    def environment(self, folder: Path) -> dict[str, str]:
        """Return what a process needs to reach it. The key goes to files in `folder`."""
        files = {}
        for name, text in self.place["key"].items():
            file = folder / f"{name}.pem"
            file.write_text(text, encoding="utf-8")
            files[name] = str(file)
        return {
            CLUSTER: self.place["address"],
            "DASK_DISTRIBUTED__COMM__REQUIRE_ENCRYPTION": "True",
            "DASK_DISTRIBUTED__COMM__TLS__CA_FILE": files["tls_ca_file"],
            "DASK_DISTRIBUTED__COMM__TLS__CLIENT__KEY": files["tls_client_key"],
            "DASK_DISTRIBUTED__COMM__TLS__CLIENT__CERT": files["tls_client_cert"],
        }


@contextmanager
def shared_cluster(stopping: Event) -> Iterator[SharedCluster | None]:
    """Start a cluster until the context ends; None where the owner has named another.

    Raises: NotStartedError; StoppedError.
    """
    if os.environ.get(CLUSTER):
        yield None
        return
    process = start_local_cluster()
    cluster = None
    try:
        assert process.stdout is not None
        while not select.select([process.stdout], [], [], LOOK_SECONDS)[0]:
            if stopping.is_set():
                raise StoppedError
        found = started(process)
        if found is None:
            raise NotStartedError(f"the training cluster ended with exit status {process.wait()}.")
        cluster = SharedCluster(found, process)
        cluster._pauses.begin()
        yield cluster
    finally:
        end_local_cluster(process if cluster is None else cluster.process)
