"""What is fair among the clients of a server's runs: places in the queue, turns, memory.

A client is an address, which cannot be chosen freely and may be a whole school. So there is no
fixed limit per client: one may have as much as is still free. A single client gets half of
everything, two get a third each, and there is always room for the next one.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from typing import Literal, TypeVar

from ui.runs.run import Run

MOST_QUEUED = 100
"""Runs that are computed or wait for it, of all clients together."""
MOST_BYTES = 384_000_000
"""Memory for all runs, including finished and paused ones."""
QUEUE_BYTES = MOST_BYTES // 2
"""The part for runs in the queue: the state that one of them needs to continue is never dropped."""
LEAST_BYTES = MOST_BYTES // 1000
"""The least that a run counts for, so that there are never more than a thousand."""

N = TypeVar("N")
Refusal = Literal["", "address", "everybody"]


def fair_order(waiting: Sequence[Run], computed: Iterable[Run]) -> list[Run]:
    """Return the waiting runs in the order in which they are served.

    First come, first served, but no client's second run comes before another client's first, and
    the same for the persons of one client.

    Args:
        waiting: in order of arrival.
        computed: runs that have a worker.
    """
    served = list(computed)
    persons = Counter((run.client, run.person) for run in served)
    clients = Counter(run.client for run in served)
    of_client = _ranked([(run.client, run.person) for run in waiting], persons)
    first = [waiting[place] for place in of_client]
    order = _ranked([run.client for run in first], clients, of_client)
    return [first[place] for place in order]


def _ranked(
    names: Sequence[N], served: Counter[N], arrival: Sequence[int] | None = None
) -> list[int]:
    """Return the indices in an order where everyone gets a first run before anyone a second."""
    ranks, counted = [], Counter(served)
    for name in names:
        ranks.append(counted[name])
        counted[name] += 1
    came = range(len(names)) if arrival is None else arrival
    return sorted(range(len(names)), key=lambda place: (ranks[place], came[place]))


def refusal(queued: Collection[Run], client: str, size: int) -> Refusal:
    """Return why a client gets no further place in the queue; "" if it gets one.

    Args:
        size: of the run's state, in bytes.
    """
    own = [run for run in queued if run.client == client]
    places = MOST_QUEUED - len(queued)
    left = QUEUE_BYTES - sum(run.size for run in queued)
    if len(own) < places and sum(run.size for run in own) + size <= left:
        return ""
    return "address" if own else "everybody"


def give_way(runs: Collection[Run], grown: Run) -> list[Run]:
    """Bring a client whose run has grown back to its share of memory.

    Begins with the run that has not been watched for longest; runs of other clients are untouched
    as long as the total is within the limit.

    Changes: drops the states that a run can do without. Returns: the runs to discard.
    """
    own = [run for run in runs if run.client == grown.client]
    others = _held(runs) - _held(own)
    forgotten = _shrink([run for run in own if run is not grown], own, (MOST_BYTES - others) // 2)
    left = [run for run in runs if run not in forgotten]
    by_client: dict[str, list[Run]] = {}
    for run in left:
        by_client.setdefault(run.client, []).append(run)
    over = _held(left) - MOST_BYTES
    for theirs in sorted(by_client.values(), key=_held, reverse=True):
        if over <= 0:
            break
        before = _held(theirs)
        gone = _shrink(theirs, theirs, before - over)
        over -= before - _held([run for run in theirs if run not in gone])
        forgotten += gone
    return forgotten


def _held(runs: Iterable[Run]) -> int:
    return sum(max(LEAST_BYTES, run.held) for run in runs)


def _shrink(expendable: Sequence[Run], runs: Sequence[Run], most: int) -> list[Run]:
    """Limit the memory of one client's runs: drop their earlier states first, then whole runs."""
    left = _held(runs)
    for run in sorted(runs, key=lambda each: each.last_seen):
        if left <= most:
            return []
        before = _held([run])
        run.thin()
        left -= before - _held([run])
    forgotten = []
    for run in sorted(expendable, key=lambda each: each.last_seen):
        if left <= most:
            break
        if not run.is_queued:
            forgotten.append(run)
            left -= _held([run])
    return forgotten
