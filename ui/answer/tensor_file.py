"""The tensors of a page as files: .npz for NumPy, .safetensors for torch and others."""

import io
from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np
import safetensors.torch
from torch import Tensor

MOST_BYTES = 64_000_000
"""Limit for all tensors together."""


class TooLargeError(ValueError):
    """The tensors are larger than one answer of the server may be."""


def _require_room(tensors: Mapping[str, Tensor]) -> None:
    if sum(tensor.nbytes for tensor in tensors.values()) > MOST_BYTES:
        raise TooLargeError(f"the tensors have more than {MOST_BYTES:,} bytes")


def npz_file(tensors: Mapping[str, Tensor]) -> bytes:
    """Return all tensors by name, for `numpy.load`. Raises: TooLargeError."""
    _require_room(tensors)
    target = io.BytesIO()
    with_names = {name: tensor.detach().numpy() for name, tensor in tensors.items()}
    np.savez(target, allow_pickle=False, **with_names)
    return target.getvalue()


def safetensors_file(tensors: Mapping[str, Tensor], about: str) -> bytes:
    """Return all tensors by name, with a line on their settings. Raises: TooLargeError."""
    _require_room(tensors)
    # Tensors that share memory are each written in full.
    own = {name: tensor.detach().clone().contiguous() for name, tensor in tensors.items()}
    made: bytes = safetensors.torch.save(own, {"about": about})
    return made


def file_of(tensors: Mapping[str, Tensor], kind: str, about: str) -> bytes:
    """Return the tensors as a file of a kind: npz or safetensors. Raises: TooLargeError."""
    return npz_file(tensors) if kind == "npz" else safetensors_file(tensors, about)


@dataclass(frozen=True)
class TensorFiles:
    """The tensors of a page that another process has.

    about: what the files hold, in a sentence. count: how many tensors. shown: the tensor of the
    number that is explained. file: makes a file of a kind, of all of them or of the one that is
    named, with a line on their settings. It raises TooLargeError, and PassingError while there is
    nothing to make it from.
    """

    about: str
    count: int
    shown: str
    file: Callable[[str, str, str], bytes]
