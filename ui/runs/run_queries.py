"""What can be requested of a run besides its records: decoding a typed input, a weight's update."""

from typing import Any

import torch

from transformer_lab.learning import RunConfig, RunState, model_at
from transformer_lab.learning.exactness import greedy_ids
from transformer_lab.learning.text_writing import written_on


def decoded(config: RunConfig, state: RunState, text: str) -> dict[str, Any]:
    """Decode a typed source with a run's model.

    Returns: source, written, and right: the task's correct answer, None if the task has none.
    Raises: UnreadableError.
    """
    task = config.the_task
    source = task.read(text)
    if config.kind != "encoder_decoder":
        with torch.inference_mode():
            goes_on = written_on(model_at(config, state), config, source)
        return {"source": source, "written": goes_on, "right": None}
    with torch.inference_mode():
        src_ids = torch.tensor([task.source.ids(source)])
        written = greedy_ids(model_at(config, state), src_ids, task.longest)
    return {
        "source": source,
        "written": task.words(written[0].tolist()),
        "right": task.right(source),
    }
