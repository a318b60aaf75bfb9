"""The tensors of a model's safetensors files, read one at a time."""

from collections.abc import Iterator
from pathlib import Path

import torch
from safetensors import SafetensorError, safe_open
from torch import Tensor

from transformer_lab.pretrained.errors import PretrainedError, shown
from transformer_lab.pretrained.folder import ModelFolder

_FORMER_ENDINGS = {".gamma": ".weight", ".beta": ".bias"}
"""What the parameters of a norm were called in files made from TensorFlow's."""


class StoredWeights:
    """Which tensors there are, by name without the family's prefix, and each as float32.

    Args:
        prefix: what a whole model puts before the names of its inner part's tensors, which that
            part saves without it: "bert.".
        name: the model's, for messages.

    Raises: PretrainedError unreadable; unknown_weight for a second tensor of the same name.
    """

    def __init__(self, folder: ModelFolder, prefix: str = "", name: str = "") -> None:
        self._name = name
        self._places: dict[str, tuple[Path, str]] = {}
        for file in folder.weights:
            for key in self._keys(file):
                plain = _plain(key, prefix)
                if plain in self._places:
                    raise PretrainedError("unknown_weight", name=shown(name), weight=shown(key))
                self._places[plain] = (file, key)

    def __iter__(self) -> Iterator[str]:
        return iter(self._places)

    def __contains__(self, key: object) -> bool:
        return key in self._places

    def read(self, key: str) -> Tensor:
        """The tensor in float32, in memory of its own.

        Raises: PretrainedError unreadable, also for a tensor that does not hold real numbers.
        """
        file, own_key = self._places[key]
        try:
            # Opened anew each time, since what was read of a mapped file counts as memory until it
            # is closed. Copied, since the weights would change with the file.
            with safe_open(file, framework="pt") as weights:
                tensor: Tensor = weights.get_tensor(own_key)
                if not tensor.is_floating_point():
                    raise PretrainedError("unreadable", name=shown(self._name), reason="dtype")
                return tensor.to(torch.float32, copy=True)
        except (SafetensorError, OSError) as error:
            raise self._unreadable(error) from None

    def are_equal(self, one: str, other: str) -> bool:
        """Whether two tensors hold the same numbers."""
        return torch.equal(self.read(one), self.read(other))

    def has_own_output(self, output: str, embedding: str, is_tied: bool) -> bool:
        """Whether the output layer is another matrix than the embedding's.

        As transformers does, what the configuration calls tied is not where the file has both and
        they differ.
        """
        if not is_tied:
            return True
        return output in self and embedding in self and not self.are_equal(output, embedding)

    def _keys(self, file: Path) -> list[str]:
        try:
            with safe_open(file, framework="pt") as weights:
                return list(weights.keys())
        except (SafetensorError, OSError) as error:
            raise self._unreadable(error) from None

    def _unreadable(self, error: Exception) -> PretrainedError:
        reason = type(error).__name__
        return PretrainedError("unreadable", name=shown(self._name), reason=reason)


def _plain(key: str, prefix: str) -> str:
    for former, ending in _FORMER_ENDINGS.items():
        if key.endswith(former):
            key = key.removesuffix(former) + ending
    return key.removeprefix(prefix)
