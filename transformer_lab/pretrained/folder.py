"""A folder with a model in it, checked before anything in it is loaded.

Only `config.json` is read here, as JSON. Weights are taken from safetensors files only: the older
formats are pickles, which run whatever code their author put into them.
"""

import json
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from transformer_lab.pretrained.errors import PretrainedError, shown

WEIGHTS = "model.safetensors"
INDEX = "model.safetensors.index.json"

_OTHER_FORMATS = (".bin", ".pt", ".pth", ".ckpt", ".pkl", ".h5", ".msgpack", ".ot", ".gguf")
# Each of these makes transformers load something other than the plain weights checked here.
_OTHER_LOADING_FILES = ("adapter_config.json", "shard-*.safetensors")
_OTHER_LOADING_SETTINGS = ("transformers_weights", "quantization_config")
_BYTES_IN_GB = 1e9
_LARGEST_CONFIG = 1_000_000


@dataclass(frozen=True)
class ModelFolder:
    """The path of a model, its configuration, and its safetensors files."""

    path: Path
    config: dict[str, Any]
    weights: tuple[Path, ...]

    @property
    def size(self) -> int:
        """The size of the weights in bytes."""
        return sum(file.stat().st_size for file in self.weights)

    @property
    def version(self) -> tuple[int, ...]:
        """Changes whenever the model is saved again."""
        return tuple(file.stat().st_mtime_ns for file in self.weights)


def size_limit() -> float:
    """The most bytes of weights that may be loaded: WORKBENCH_MODEL_GB, 2 GB by default."""
    try:
        return float(os.environ.get("WORKBENCH_MODEL_GB", "2")) * _BYTES_IN_GB
    except ValueError:
        raise ValueError("WORKBENCH_MODEL_GB is not a number") from None


def check_size(name: str, size: float) -> None:
    """Check the size. Raises: PretrainedError too_large, naming both sizes in GB."""
    if size > size_limit():
        raise PretrainedError(
            "too_large",
            name=shown(name),
            size=f"{size / _BYTES_IN_GB:.1f}",
            limit=f"{size_limit() / _BYTES_IN_GB:g}",
        )


def open_folder(path: Path, name: str) -> ModelFolder:
    """The model in a folder; `name` is used in messages.

    Raises: PretrainedError no_model_here, no_safetensors, missing_file, other_loading, too_large,
        not_readable.
    """
    try:
        config = _config(path, name)
        _refuse_other_loading(path, config, name)
        folder = ModelFolder(path, config, _weights(path, name))
        check_size(name, folder.size)
    except OSError:
        # It may not be readable, or is being deleted.
        raise PretrainedError("not_readable", name=shown(name)) from None
    return folder


def _config(path: Path, name: str) -> dict[str, Any]:
    file = path / "config.json"
    try:
        if not file.is_file() or file.stat().st_size > _LARGEST_CONFIG:
            raise ValueError("there is no configuration")
        config = json.loads(file.read_text(encoding="utf-8"))
        if not isinstance(config, dict) or not isinstance(config.get("model_type"), str):
            raise ValueError("this is not a model's configuration")
    except (ValueError, RecursionError):
        raise PretrainedError("no_model_here", name=shown(name)) from None
    return config


def _refuse_other_loading(path: Path, config: dict[str, Any], name: str) -> None:
    files = [file.name for pattern in _OTHER_LOADING_FILES for file in path.glob(pattern)]
    settings = [setting for setting in _OTHER_LOADING_SETTINGS if config.get(setting)]
    for cause in files + settings:
        raise PretrainedError("other_loading", name=shown(name), cause=shown(cause))


def _weights(path: Path, name: str) -> tuple[Path, ...]:
    if (path / WEIGHTS).is_file():
        return (path / WEIGHTS,)
    if (path / INDEX).is_file():
        return _shards(path, name)
    pickled = any(file.suffix in _OTHER_FORMATS for file in path.iterdir())
    raise PretrainedError("no_safetensors" if pickled else "no_model_here", name=shown(name))


def _shards(path: Path, name: str) -> tuple[Path, ...]:
    try:
        index = json.loads((path / INDEX).read_text(encoding="utf-8"))
        names = sorted(set(index["weight_map"].values()))
        # An index from elsewhere may name files outside the folder.
        if not names or any(Path(shard).name != shard or "\\" in shard for shard in names):
            raise ValueError("the index must list plain file names")
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise PretrainedError("no_model_here", name=shown(name)) from None
    for shard in names:
        if not shard.endswith(".safetensors"):
            raise PretrainedError("no_safetensors", name=shown(name))
        if not (path / shard).is_file():
            raise PretrainedError("missing_file", name=shown(name), file=shown(shard))
    return tuple(path / shard for shard in names)
