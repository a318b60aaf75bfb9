"""What the browser gets of an area, with the raw numbers put back in."""

import json
import struct
from typing import Any

import numpy as np

from ui.answer.answer import Area
from ui.answer.parts import encode_parts

BLOB = {"offset", "bytes", "type"}


def travelled(area: Area) -> list[dict[str, Any]]:
    """The headers of the parts; where one places raw numbers stands an array."""
    data = encode_parts(area.parts())
    (size,) = struct.unpack_from("<I", data)
    parts: list[dict[str, Any]] = json.loads(data[4 : 4 + size])["parts"]
    return [_filled(part, data[4 + size :]) for part in parts]


def _filled(value: Any, numbers: bytes) -> Any:
    if isinstance(value, list):
        return [_filled(one, numbers) for one in value]
    if not isinstance(value, dict):
        return value
    if set(value) == BLOB:
        start = value["offset"]
        return np.frombuffer(numbers[start : start + value["bytes"]], dtype=value["type"])
    filled = {name: _filled(one, numbers) for name, one in value.items()}
    return _shaped(filled)


def _shaped(header: dict[str, Any]) -> dict[str, Any]:
    """The numbers of a matrix in its shape."""
    shape = header.get("shape")
    if not isinstance(shape, list):
        return header
    size = int(np.prod(shape))
    return {
        name: one.reshape(shape) if isinstance(one, np.ndarray) and one.size == size else one
        for name, one in header.items()
    }
