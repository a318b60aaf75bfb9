"""Who comes next: first come first served, but nobody's second run before another's first."""

from collections import Counter
from collections.abc import Iterable, Sequence

from ui.runs.run import Run


def in_order(waiting: Sequence[Run], computed: Iterable[Run]) -> list[Run]:
    """Those who wait, in the order in which they are served.

    Args:
        waiting: as they came.
        computed: runs that have a worker.
    """
    having = Counter(run.person for run in computed)
    left, order = list(waiting), []
    while left:
        run = min(left, key=lambda each: having[each.person])
        having[run.person] += 1
        left.remove(run)
        order.append(run)
    return order
