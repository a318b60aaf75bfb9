"""The five tiny models, saved once for all tests that only read them."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.lab.pretrained.tiny_models import SAVE
from transformer_lab.pretrained.package import import_transformers


@pytest.fixture(scope="session")
def saved(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    """saved("bert") is the folder of the tiny model of that kind."""
    parent = tmp_path_factory.mktemp("models")
    import_transformers()  # which makes it quiet

    def folder(kind: str) -> Path:
        path = parent / kind
        if not path.exists():
            SAVE[kind](path)
        return path

    return folder
