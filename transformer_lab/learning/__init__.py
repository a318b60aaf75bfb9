"""Watching a small Transformer learn: tasks, what is chosen of a run, what is recorded of it.

Knows nothing of pages and of where it is computed: `learn` yields records, `slices` cuts a run into
pieces that any machine can compute, `stored` makes a file of it.
"""

from transformer_lab.learning.adam import AdamStep, UnknownWeightError, adam_step, explained
from transformer_lab.learning.config import RunConfig
from transformer_lab.learning.every_task import TASK_NAMES, task_of
from transformer_lab.learning.models import layer_of, untrained_model
from transformer_lab.learning.recording import Record, RunState, learn, model_at
from transformer_lab.learning.schedule import rate_at
from transformer_lab.learning.tasks import Task, UnreadableError

__all__ = [
    "TASK_NAMES",
    "AdamStep",
    "Record",
    "RunConfig",
    "RunState",
    "Task",
    "UnknownWeightError",
    "UnreadableError",
    "adam_step",
    "explained",
    "layer_of",
    "learn",
    "model_at",
    "rate_at",
    "task_of",
    "untrained_model",
]
