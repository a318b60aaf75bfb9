"""A model's process on a worker of the cluster, which does all heavy computing.

The cluster chooses the worker. The model itself runs in a process next to the worker, with the
memory that its weights need, and can end without ending a run. If a worker ends, its models end
with it; they are opened again on the next request.
"""

import asyncio
import weakref
from collections.abc import Mapping, Sequence
from concurrent.futures import CancelledError
from contextlib import suppress
from io import BytesIO
from threading import Thread
from typing import Any

from distributed import Actor, Client, Future
from distributed.scheduler import KilledWorker

from pages.your_sentence.pretrained.errors import PretrainedError, shown
from pages.your_sentence.pretrained.messages import Message, read, write
from pages.your_sentence.pretrained.process import CHILD, ModelProcess
from ui.runs.cluster import Cluster, ClusterError, shared_cluster

PLACED_SECONDS = 60.0
"""The longest wait until a worker has started the host."""
PLACES = 3
"""How many workers are tried: one that has just ended may still be listed."""
WAY_SECONDS = 10.0
"""Extra time for the question and the answer to travel."""
URGENT = 20
"""A higher priority than any run's."""
FINAL = ("too_slow", "ended")
"""Errors after which a process answers no more requests."""
LOST = (OSError, RuntimeError, TimeoutError, ValueError, CancelledError, KilledWorker)
"""The errors by which a worker that ended or no longer answers is recognised."""


def is_ready() -> bool:
    """True if a model can be read without waiting for the workers."""
    return shared_cluster().is_started


class ModelHost:
    """One model's process, on the worker, for requests from the server."""

    def __init__(self, name: str, command: Sequence[str]) -> None:
        self._process = ModelProcess(name, command)

    async def ask(self, values: Mapping[str, Any], seconds: float) -> bytes:
        """Answer with an encoded message; the worker continues its runs meanwhile."""
        return await asyncio.to_thread(self._answered, values, seconds)

    def _answered(self, values: Mapping[str, Any], seconds: float) -> bytes:
        stream = BytesIO()
        try:
            write(stream, *self._process.ask(values, seconds))
        except PretrainedError as error:
            write(stream, error.plain())
        return stream.getvalue()


class HostedProcess:
    """In the server: the counterpart of a `ModelProcess` on a worker.

    Raises: PretrainedError no_cluster.
    """

    def __init__(
        self, name: str, command: Sequence[str] = CHILD, cluster: Cluster | None = None
    ) -> None:
        self._name = name
        self.gone: PretrainedError | None = None
        """Why it no longer answers."""
        cluster = cluster or shared_cluster()
        claim = object()
        try:
            self._host = _placed(cluster.claim(claim), name, command)
        except (ClusterError, *LOST) as error:
            cluster.let_go(claim)
            raise PretrainedError("no_cluster", name=shown(name)) from error
        weakref.finalize(self, _let_go, cluster, claim)

    def ask(self, values: Mapping[str, Any], seconds: float) -> Message:
        """Its answer within `seconds`. Raises: as `ModelProcess.ask`."""
        if self.gone is not None:
            raise self.gone
        try:
            said = self._host.ask(dict(values), seconds).result(timeout=seconds + WAY_SECONDS)
        except LOST:
            self.gone = PretrainedError("ended", name=shown(self._name))
            raise self.gone from None
        answer = read(BytesIO(said))
        if "error" in answer.values:
            error = PretrainedError.of(answer.values)
            self.gone = error if error.name in FINAL else None
            raise error
        return answer


def _placed(client: Client, name: str, command: Sequence[str]) -> Actor:
    """A host on a worker that the cluster chooses; on another one if that one ends meanwhile."""
    with client.as_current():
        for _ in range(PLACES - 1):
            with suppress(KilledWorker):
                return _asked_for(client, name, command).result(timeout=PLACED_SECONDS)
        return _asked_for(client, name, command).result(timeout=PLACED_SECONDS)


def _asked_for(client: Client, name: str, command: Sequence[str]) -> Future[Any]:
    return client.submit(ModelHost, name, command, actor=True, pure=False, priority=URGENT)


def _let_go(cluster: Cluster, claim: object) -> None:
    """Release the claim in its own thread: the caller may be the cluster's own thread."""
    Thread(target=cluster.let_go, args=(claim,), daemon=True).start()
