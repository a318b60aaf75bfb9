"""Hypothesis without a clock, since how long an example takes tells of the machine and not of us;
and torch with one thread, as the app has it: with others the last digits are others. And one
cluster for all tests that need one.
"""

from collections.abc import Iterator

import pytest
import torch
from hypothesis import settings

from ui.runs.cluster import Cluster

torch.set_num_threads(1)
settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")


@pytest.fixture(scope="session")
def local_cluster() -> Iterator[Cluster]:
    """One for all tests of a worker."""
    cluster = Cluster("")
    yield cluster
    cluster.close()
