"""Every task of ours, by its name."""

from functools import cache

from transformer_lab.learning.symbol_tasks import SYMBOL_TASKS, symbol_task
from transformer_lab.learning.tasks import RULES, Task, rule_task

TASK_NAMES = (*RULES, *SYMBOL_TASKS)


@cache
def task_of(name: str) -> Task:
    """A task by its name. Raises: ValueError for any other name."""
    if name not in TASK_NAMES:
        raise ValueError(f"task must be one of {', '.join(TASK_NAMES)}, got {name!r}")
    return symbol_task(name) if name in SYMBOL_TASKS else rule_task(name)
