"""What a worker of the local cluster does when it starts: `distributed` calls `dask_setup`."""

import os
from contextlib import suppress
from typing import Any

import dask
import torch

from transformer_core.learning import RunConfig
from transformer_core.learning.slices import advance

LOWEST = 19
NICE = "workbench.nice"
"""Of dask's configuration, how far a worker gives way: as far as possible where it says nothing."""


def dask_setup(_worker: Any) -> None:
    """Give way to whoever waits for an answer: a run takes what processor time is left over."""
    torch.set_num_threads(1)
    with suppress(OSError, AttributeError):
        os.nice(dask.config.get(NICE, LOWEST))
    # What torch does only at a first training is done before anybody waits for it
    advance(RunConfig(steps=1), None, 0.0)
