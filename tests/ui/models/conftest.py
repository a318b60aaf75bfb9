"""The lab's five tiny models, and a workbench that may load any folder and then forgets it."""

from collections.abc import Iterator

import pytest
import torch

from tests.lab.conftest import saved
from tests.ui.models.forking import Forking, forking
from ui.models import loading
from ui.models.reading import read_model
from ui.models.shared_models import SharedModels

__all__ = ["saved"]

# As in the app; with more, a step of a model this small waits longer than it computes.
torch.set_num_threads(1)


@pytest.fixture(scope="session")
def forked(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Forking]:
    """Runs programs that need what a model's process imports, without importing it again."""
    with forking(tmp_path_factory.mktemp("forking") / "socket") as running:
        yield running


@pytest.fixture(autouse=True)
def fresh(monkeypatch: pytest.MonkeyPatch) -> None:
    """No setting of this machine, no model of another test, and none in a process of its own."""
    for variable in ("MODELS", "MODEL_FOLDERS", "MODEL_GB"):
        monkeypatch.delenv(f"WORKBENCH_{variable}", raising=False)
    monkeypatch.setattr(loading, "_SHARED", SharedModels(loading.MOST_KEPT))
    monkeypatch.setattr(loading, "open_model", lambda folder, name: read_model(folder, name))
