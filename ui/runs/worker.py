"""Start-up of a worker of the local cluster: `distributed` calls `dask_setup`."""

import os
from contextlib import suppress
from typing import Any

import dask
import torch

from transformer_lab.learning import RunConfig
from transformer_lab.learning.slices import advance

LOWEST = 19
NICE = "workbench.nice"
"""Key in dask's configuration: the worker's niceness, the maximum if it is not set."""


def dask_setup(_worker: Any) -> None:
    """Give way to pending answers: a run only gets the processor time that is left over."""
    torch.set_num_threads(1)
    with suppress(OSError, AttributeError):
        os.nice(dask.config.get(NICE, LOWEST))
    # Do what torch does only in a first training before anyone waits for it
    advance(RunConfig(steps=1), None, 0.0)
