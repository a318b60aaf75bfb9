"""Messages between a server and a model's process: JSON, and tensors as safetensors."""

import json
import struct
from collections.abc import Mapping
from typing import Any, NamedTuple

from safetensors import SafetensorError
from safetensors.torch import load, save
from torch import Tensor

MOST_BYTES = 1 << 30
_LENGTH = struct.Struct("<Q")


class Message(NamedTuple):
    """Plain values, and tensors by name."""

    values: dict[str, Any]
    tensors: dict[str, Tensor]


def encode(values: Mapping[str, Any], tensors: Mapping[str, Tensor] = {}) -> bytes:
    """One message as bytes."""
    head = json.dumps(values).encode()
    body = save({name: tensor.contiguous() for name, tensor in tensors.items()}) if tensors else b""
    return _LENGTH.pack(len(head)) + head + body


def decode(data: bytes) -> Message:
    """Read what `encode` made. Raises: ValueError for anything else."""
    try:
        (head,) = _LENGTH.unpack_from(data)
        body = data[_LENGTH.size + head :]
        values = json.loads(data[_LENGTH.size : _LENGTH.size + head])
        if not isinstance(values, dict):
            raise ValueError("a message has named values")
        return Message(values, load(body) if body else {})
    except (struct.error, SafetensorError, RecursionError) as error:
        raise ValueError("this is no message") from error
