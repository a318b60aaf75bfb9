"""Messages between the server and a model's process: JSON, and tensors as safetensors."""

import json
import struct
from collections.abc import Mapping
from typing import IO, Any, NamedTuple

from safetensors.torch import load, save
from torch import Tensor

_LENGTHS = struct.Struct("<QQ")
_MOST_BYTES = 1 << 30


class Message(NamedTuple):
    """Plain values, and tensors by name."""

    values: dict[str, Any]
    tensors: dict[str, Tensor]


def write(stream: IO[bytes], values: Mapping[str, Any], tensors: Mapping[str, Tensor] = {}) -> None:
    """Send one message."""
    head = json.dumps(values).encode()
    body = save({name: tensor.contiguous() for name, tensor in tensors.items()}) if tensors else b""
    stream.write(_LENGTHS.pack(len(head), len(body)) + head + body)
    stream.flush()


def read(stream: IO[bytes]) -> Message:
    """Wait for one message.

    Raises: EOFError if the other side has ended or the message is too large.
    """
    head, body = _LENGTHS.unpack(_exactly(stream, _LENGTHS.size))
    if head + body > _MOST_BYTES:
        raise EOFError(f"the message has {head + body} bytes, which is too many")
    values = json.loads(_exactly(stream, head))
    return Message(values, load(_exactly(stream, body)) if body else {})


def _exactly(stream: IO[bytes], count: int) -> bytes:
    data = stream.read(count)
    if len(data) < count:
        raise EOFError(f"the message ended after {len(data)} of {count} bytes")
    return data
