"""What is said of a folder that cannot be opened, and what a missing setting means."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from transformers import PreTrainedConfig

from transformer_lab.pretrained.errors import PretrainedError
from transformer_lab.pretrained.family import Family
from transformer_lab.pretrained.folder import open_folder
from transformer_lab.pretrained.opening import read_network


def refusal(folder: Path, change: Mapping[str, Any] | None = None) -> PretrainedError | None:
    """Why a saved model with these values in its config.json cannot be opened; None if it can."""
    file = folder / "config.json"
    file.write_text(json.dumps(json.loads(file.read_text()) | dict(change or {})))
    try:
        read_network(open_folder(folder, "m"), "m")
    except PretrainedError as error:
        return error
    return None


def assert_defaults(family: Family, theirs: PreTrainedConfig) -> None:
    """Compare with a config of theirs for which nothing was said.

    What theirs computes from other values is null in ours.
    """
    for key, value in family.defaults.items():
        if value is not None:
            assert getattr(theirs, key) == value, key
