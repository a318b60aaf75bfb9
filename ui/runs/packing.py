"""Records as bytes: what the browser draws, small enough for the recording of a whole run.

A frame is a little-endian length, a JSON header of that length, then for each record its attention
weights one after the other: row by row, little-endian 16-bit unsigned integers, 65535 for 1.
"""

import json
import math
import struct
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import torch

from transformer_lab.learning import Record

FULL = 65535
"""The integer for a weight of 1. Steps of 1 / FULL are finer than any displayed digit."""
DIGITS = 6
_LENGTH = struct.Struct("<I")


class PackedRecord(NamedTuple):
    """One record: its part of the header, and its weights."""

    step: int
    header: dict[str, Any]
    weights: bytes


class Layout(NamedTuple):
    """What all records of a run have in common."""

    layers: tuple[str, ...]
    """The order of gradient norms and update sizes."""
    attention: dict[str, tuple[int, ...]]
    """The shape (heads, seq_q, seq_k) of each attention, in the order of the weights."""


def layout_of(record: Record, layers: Sequence[str]) -> Layout:
    """Return the layout shared by a run's records, read from one of them."""
    shapes = {name: tuple(tensor.shape) for name, tensor in record.attention.items()}
    return Layout(tuple(layers), shapes)


def pack(record: Record, layout: Layout) -> PackedRecord:
    """Pack one record. Numbers that are not finite become null."""
    header: dict[str, Any] = {
        "step": record.step,
        "loss": _plain(record.loss),
        "held_out_loss": _plain(record.held_out_loss),
        "exact": _plain(record.exact),
        "held_out_exact": _plain(record.held_out_exact),
        "learning_rate": _plain(record.learning_rate),
        "gradients": _by_layer(record.gradient_norms, layout),
        "updates": _by_layer(record.update_sizes, layout),
        "predicted": record.predicted,
        "seconds": round(record.seconds, 3),
    }
    if record.scores:
        header["scores"] = {name: _plain(value) for name, value in record.scores.items()}
    flat = torch.cat([record.attention[name].flatten() for name in layout.attention])
    whole = (flat.nan_to_num(0.0) * FULL).round().clamp(0, FULL)
    return PackedRecord(record.step, header, whole.numpy().astype("<u2").tobytes())


def frame(header: Mapping[str, Any], records: Sequence[PackedRecord]) -> bytes:
    """Pack a header that includes the records' headers, and their weights."""
    own = {**header, "records": [record.header for record in records]}
    text = json.dumps(own, ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode()
    text += b" " * (len(text) % 2)
    return b"".join((_LENGTH.pack(len(text)), text, *(record.weights for record in records)))


def unframe(data: bytes) -> tuple[dict[str, Any], bytes]:
    """Return the header of a frame, and the weights after it."""
    (length,) = _LENGTH.unpack_from(data)
    end = _LENGTH.size + length
    return json.loads(data[_LENGTH.size : end]), data[end:]


def _by_layer(values: Mapping[str, float], layout: Layout) -> list[float | None]:
    return [_plain(values[layer]) for layer in layout.layers if layer in values]


def _plain(value: float) -> float | None:
    return float(f"{value:.{DIGITS}g}") if math.isfinite(value) else None
