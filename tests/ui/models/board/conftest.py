"""Small random models, opened."""

from collections.abc import Callable
from pathlib import Path

import pytest

from transformer_lab.pretrained.folder import open_folder
from transformer_lab.pretrained.opening import OpenedModel, opened_model


@pytest.fixture(scope="module")
def opened(saved: Callable[[str], Path]) -> Callable[[str], OpenedModel]:
    """One of each kind for a file's tests."""
    made: dict[str, OpenedModel] = {}

    def get(kind: str) -> OpenedModel:
        if kind not in made:
            made[kind] = opened_model(open_folder(saved(kind), kind), kind)
        return made[kind]

    return get
